/**
 * The changes that a run makes to its engines by itself, for {@code --elastic}, {@code --replace-slow} and assistants:
 * what is seen of hosts and run, and what is decided from it. Pure or stepped, without threads.
 *
 * <p>The thread {@code coordinator-automation} ({@code AutomationThread}) asks the run each second how it stands, and
 * each 3 s every daemon of the plan for its host; the run's control thread never waits for that. {@code Automation}
 * answers with one order at a time, a {@code ChangeOrder} as a command's, and is told what became of it before it
 * decides again.
 *
 * <p>{@code HostWatch} knows who is idle and who is busy with whose work: what this run's other processes do on a
 * machine is taken away from what its daemon sees. {@code Achievement} measures what each engine of a bag does for its
 * power and the time in which it had tasks, against the others. {@code ChangePace} slows down what would go to and fro.
 * {@code AssistPolicy} finds overloaded engines, from what their beats say.
 */
@NullMarked
package org.moide.coordinator.reconfigure.automation;

import org.jspecify.annotations.NullMarked;
