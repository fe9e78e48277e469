/**
 * The compute threads of an engine: they run the application's code, and this is what the application sees of the
 * engine.
 *
 * <p>{@code ComputeThreads} owns the threads {@code engine-n-compute-t} of one epoch; user code runs on these and on no
 * other of the engine, but for handlers of messages, which its communication thread calls. {@code BagThread} is one
 * thread's loop over a bag of tasks: it decodes a task, executes it, and merges its result into what the thread has for
 * that loan. {@code SpmdThread} and {@code WorkerThreads} are the same for the other kinds. {@code TaskFeed} is where
 * these threads meet the pool. {@code TaskTimes} interrupts tasks that take too long, and {@code Interrupts} tells such
 * interrupts from those that the application sends to its own threads, which end nothing.
 */
@NullMarked
package org.moide.engine.compute;

import org.jspecify.annotations.NullMarked;
