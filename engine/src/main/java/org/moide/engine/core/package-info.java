/**
 * One engine in one run: its epochs, the control thread that owns them, and its compute threads.
 *
 * <p>{@code ComputeEngine} lives through all epochs of its run; an {@code EngineEpoch} is what lasts for one
 * registration: messages, pool, borrower, compute threads, data. Both are stepped by {@code engine-n-control}: it takes
 * the coordinator's commands, letters of other engines and words of compute threads. {@code ComputeThreads} runs the
 * application's code on {@code engine-n-compute-t}, and nothing else of the engine does, but for handlers of messages,
 * which its communication thread calls.
 *
 * <p>{@code PoolFeed} is where compute threads leave their words and find paperwork, such as a loan to close. Tasks
 * that leave for another engine are encoded by a compute thread between two tasks, or by a helper if all are in long
 * ones ({@code Encoding}). {@code CoordinatorWatch}, a thread of its own, ends the engine when the coordinator's
 * lifeline is closed for too long. {@code PeerWatch} looks whether other engines can still be reached. {@code StateKeeping} keeps what outlives an epoch: the states of checkpoints. What
 * is only for those who look on goes with the beats ({@code Watching}), and to Java Flight Recorder if somebody records
 * ({@code FlightEvents}).
 */
@NullMarked
package org.moide.engine.core;

import org.jspecify.annotations.NullMarked;
