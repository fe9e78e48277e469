/**
 * The changes that a run makes to its engines by itself, for {@code --elastic}, {@code --replace-slow} and assistants.
 * These classes observe hosts and engines and decide; they have no threads and read no clock.
 *
 * <p>The thread {@code coordinator-automation} ({@code AutomationThread}) reports the run's state to {@code Automation}
 * each second, and the hosts of all daemons every 3 s, so that the run's control thread never waits for a host.
 * {@code Automation} answers with one order at a time, a {@code ChangeOrder} like that of a command, and gets the
 * outcome before it decides again.
 *
 * <p>{@code HostWatch} computes which hosts are idle and which are busy with work of other programs; it subtracts this
 * run's own load. {@code Achievement} compares how much each engine of a bag does for its power. {@code ChangePace}
 * prevents oscillation. {@code AssistPolicy} finds overloaded engines from their heartbeats.
 */
@NullMarked
package org.moide.coordinator.reconfigure.automation;

import org.jspecify.annotations.NullMarked;
