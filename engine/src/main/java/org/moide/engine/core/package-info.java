/**
 * One engine in one run: its registration, messages, compute threads, pool and balancer, and the thread that steps
 * them.
 *
 * <p>{@code ComputeEngine} lives through all epochs of its run, {@code EngineEpoch} has what belongs to one. Both are
 * stepped by {@code engine-n-control}: it takes the coordinator's commands, letters of other engines and words of
 * compute threads. {@code ComputeThreads} owns the threads {@code engine-n-compute-t} of one epoch; user code runs on
 * these and on no other of the engine, but for handlers of messages, which its communication thread calls.
 *
 * <p>{@code PoolFeed} is where compute threads leave their words and find paperwork, such as a loan to close. Tasks
 * that leave for another engine are encoded by a compute thread between two tasks, or by a helper if all are in long
 * ones ({@code Encoding}). {@code CoordinatorWatch}, a thread of its own, ends the engine when the coordinator's
 * lifeline is closed for too long. {@code StateKeeping} keeps what outlives an epoch: the states of checkpoints. Beats
 * carry what threads did; what is only for those who look on goes with them, and as events for Java Flight Recorder
 * ({@code FlightEvents}).
 */
@NullMarked
package org.moide.engine.core;

import org.jspecify.annotations.NullMarked;
