/**
 * A bag of tasks on one engine: the loop of a compute thread that runs them, what it is fed by, how long a task may
 * take, and the checks of what applications merge.
 *
 * <p>Which tasks an engine has, lends and borrows is decided in {@code balance} and brought by {@code TaskFeed}. Each
 * compute thread owns its {@code BagThread}: it decodes a task, executes it, and merges its result into what the thread
 * has for that loan. {@code TaskTimes} is written by all threads and looked at by the control thread, and interrupts
 * tasks that take too long. {@code ProgramCalls} has the calls of an executor, and the short way back for one that is
 * alone.
 */
@NullMarked
package org.moide.engine.bag;

import org.jspecify.annotations.NullMarked;
