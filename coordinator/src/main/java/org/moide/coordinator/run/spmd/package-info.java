/**
 * The part of the run's core for an SPMD application, or for workers, which run as one: its engines through the epochs.
 *
 * <p>{@code SpmdPart} gives events to {@code SpmdEpochs} and does what that wants; {@code EpochPool} is the pool of
 * each epoch's tasks. A round of such a pool ends when every loan is home and every engine has said that all its
 * threads wait; a grant says its round, since it may be faster than the word that the last one has ended. When engines'
 * states show a deadlock the run ends. Stepped by the control thread.
 */
@NullMarked
package org.moide.coordinator.run.spmd;

import org.jspecify.annotations.NullMarked;
