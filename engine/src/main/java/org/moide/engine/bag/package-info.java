/**
 * A bag of tasks on one engine: the loop of a compute thread that runs them, and what feeds it.
 *
 * <p>{@code BagThread} is one thread's loop, and that thread's own: it decodes a task, executes it, and merges its
 * result into what the thread has for that loan; it is also the {@code TaskContext} that the application sees.
 * {@code TaskFeed} is where these threads meet the pool; which tasks an engine has, lends and borrows is decided in
 * {@code balance}. {@code RecordingFeed} stands between the two in runs that are recorded. {@code TaskTimes} is
 * written by each thread and looked at by the control thread: tasks that take too long are interrupted.
 * {@code MergeCheck} merges samples in other orders, too. {@code OwnBag} is a bag of ours that is told more than an
 * application's, and {@code ProgramCalls} knows which of its calls are not wanted any more, under a lock of its own.
 */
@NullMarked
package org.moide.engine.bag;

import org.jspecify.annotations.NullMarked;
