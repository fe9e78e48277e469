/**
 * The decisions about a run's engines while it runs (MOIDE, reconfiguration): stepped by the coordinator's core, on its
 * control thread.
 *
 * <p>{@code EngineChanges} owns the orders to expand, replace or drain, from the wish to its answer, for all kinds of
 * program; each kind takes engines in and lets them go in its own way ({@code EngineChanges.Program}).
 * {@code Recruiting} says where an engine that is wanted in mid-run will be.
 *
 * <p>{@code CutPairs} decides which engines leave when some do not reach each other, for all kinds of program; what comes of
 * that is a loss like any other.
 *
 * <p>{@code SpmdEpochs} owns the epochs of an SPMD run: one mechanism for losses and for changes. When an engine is
 * lost, all are told, blocked primitives are released and the threads leave {@code run} where they are; for a change
 * they leave at the next safe point, whose flag goes round with its maximum, while the new engine is being made. The
 * engines of the next epoch are told from which checkpoint to go on and who keeps which states, fetch what they lack,
 * put what was unreceived into their mailboxes, and register; then new threads start, and {@code restore} gives the
 * state back. A state of which one copy is left goes to a buddy again. {@code CheckpointLedger} knows which checkpoint
 * is complete and {@code DiskCommits} which is written down.
 *
 * <p>An engine that is lost before it could be reached leaves its number free before the first epoch: another is made,
 * and then all register. So it is with all that is lost before the engines are told to start, whatever the application
 * is. Later the threads go back to the beginning if one of them has called {@code restore}, or the classes show that
 * they would ({@code RestoreCalls}); else the run fails. {@code Successors} counts in vain, so that what dies at each
 * start ends the run soon. An assistant of an SPMD run is one more engine of the next epoch, and {@code EpochTable}
 * knows whose it is. {@code Registrations} widens and narrows an epoch of workers, for which nobody stops.
 */
@NullMarked
package org.moide.coordinator.reconfigure;

import org.jspecify.annotations.NullMarked;
