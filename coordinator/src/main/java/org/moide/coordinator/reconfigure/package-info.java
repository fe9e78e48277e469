/**
 * The decisions about a run's engines while it runs (MOIDE, reconfiguration). The coordinator's core calls them on its
 * control thread.
 *
 * <p>{@code EngineChanges} carries out orders to expand, replace or drain, for all kinds of program. Each kind adds and
 * removes engines in its own way ({@code EngineChanges.Program}). {@code Recruiting} chooses the host of an engine that
 * joins a running run.
 *
 * <p>{@code CutPairs} decides which engines leave if some do not reach each other, for all kinds of program. The run
 * treats them like lost engines.
 *
 * <p>{@code SpmdEpochs} has the epochs of an SPMD run: one mechanism for losses and for changes. After a loss all
 * engines are told, blocked primitives are released, and threads leave {@code run} where they are. For a change they
 * leave at the next safe point while the new engine is being started. The engines of the next epoch are told the
 * checkpoint and who keeps which states. They fetch the states that they lack, put unreceived messages into their
 * mailboxes, and register. Then new threads start, and {@code restore} returns the state to each. A state with only one
 * copy left is copied to a buddy again. {@code CheckpointLedger} knows which checkpoint is complete,
 * {@code DiskCommits} which is committed on disk.
 *
 * <p>An engine that is lost before the engines are told to start is replaced, whatever the application is. After a
 * later loss, threads go back to the beginning if one of them has called {@code restore}, or if the classes show that
 * they would ({@code RestoreCalls}); otherwise the run fails. {@code Successors} counts failed starts, so that an
 * application that always dies at its start soon ends the run. An assistant of an SPMD run is an additional engine of
 * the next epoch; {@code EpochTable} knows its principal. {@code Registrations} adds and removes engines of workers,
 * for which no thread stops.
 */
@NullMarked
package org.moide.coordinator.reconfigure;

import org.jspecify.annotations.NullMarked;
