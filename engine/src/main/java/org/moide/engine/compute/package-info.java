/**
 * Everything that compute threads have in common, whether they run a bag of tasks, threads that meet, or workers.
 *
 * <p>{@code EngineView} is the engine as they see it in one epoch, and immutable. {@code GrowingComm} has the messages
 * of an epoch while engines come and go. {@code Interrupts} tells interrupts by which a run ends from those that the
 * application sends to its own threads, which end nothing. {@code Voice} speaks to the coordinator,
 * {@code FailureReports} makes a report of what the application threw, and {@code TaskNotes} is word of what they run,
 * for whoever finds the process dead. It lies below the three ways to compute, so that none of them needs another for
 * it, and has no thread of its own.
 */
@NullMarked
package org.moide.engine.compute;

import org.jspecify.annotations.NullMarked;
