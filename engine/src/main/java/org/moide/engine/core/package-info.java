/**
 * One engine in one run: its epochs, the control thread that owns them, and its compute threads.
 *
 * <p>{@code ComputeEngine} lives through all epochs of its run. An {@code EngineEpoch} has the messages, pool,
 * balancer, compute threads and data of one epoch. The thread {@code engine-n-control} steps both: it handles the
 * coordinator's commands, letters of other engines and events of compute threads. {@code ComputeThreads} runs the
 * application's code on the threads {@code engine-n-compute-t}; handlers of messages run on the communication thread,
 * and no other thread of the engine runs application code.
 *
 * <p>{@code PoolFeed} gives compute threads tasks and other work, such as closing a loan, and takes their results. A
 * compute thread encodes tasks for another engine between two tasks, or a helper does if all are in long tasks
 * ({@code Encoding}). The thread of {@code CoordinatorWatch} ends the engine when the coordinator's lifeline has been
 * closed for too long. {@code PeerWatch} decides whether other engines can still be reached. {@code StateKeeping} keeps
 * the states of checkpoints, which outlive an epoch. Figures and traces for displays are sent with heartbeats
 * ({@code Watching}), and events go to Java Flight Recorder if a recording runs ({@code FlightEvents}).
 */
@NullMarked
package org.moide.engine.core;

import org.jspecify.annotations.NullMarked;
