/**
 * The part of the run's core that is for an SPMD application, or for workers, which run like one.
 *
 * <p>{@code SpmdPart} passes events to {@code SpmdEpochs} and carries out its steps. {@code EpochPool} is the pool of
 * each epoch's tasks. A round of that pool ends when every loan has returned and every engine has reported that all its
 * threads wait. A message that grants tasks has the number of its round, since it may overtake the message that the
 * last round has ended. If engines' states show a deadlock, the run ends. Called by the control thread.
 */
@NullMarked
package org.moide.coordinator.run.spmd;

import org.jspecify.annotations.NullMarked;
