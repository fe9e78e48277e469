/**
 * The common part of compute threads, whether they run a bag of tasks, threads that meet, or workers: their view of the
 * engine and its epochs' messages, how they are interrupted, how they speak to the coordinator, and how a failure of
 * the application becomes a report.
 *
 * <p>It lies below those three so that they need not know each other, and has no thread of its own. {@code Interrupts}
 * tells interrupts by which a run or epoch ends from those that the application sends to its own threads, which end
 * nothing. {@code GrowingComm} serves the messages of several epochs while engines come: what is sent goes by the
 * newest, what comes is handled by any.
 */
@NullMarked
package org.moide.engine.compute;

import org.jspecify.annotations.NullMarked;
