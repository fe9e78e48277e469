/**
 * A bag of tasks on one engine: the loop of a compute thread, its source of tasks, time limits of tasks, and checks of
 * an application's {@code merge}.
 *
 * <p>The package {@code balance} decides which tasks an engine has, lends and borrows, and {@code TaskFeed} passes them
 * to the threads. Each compute thread has its own {@code BagThread}: it decodes a task, executes it, and merges its
 * result into the thread's result of the task's loan. All threads write their times to {@code TaskTimes}; the control
 * thread checks them, and interrupts tasks that exceed the limit. {@code ProgramCalls} has the running and cancelled
 * calls of an executor, and sends the answer of a single call directly.
 */
@NullMarked
package org.moide.engine.bag;

import org.jspecify.annotations.NullMarked;
