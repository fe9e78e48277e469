/**
 * The journal of a bag of tasks on disk: its records, how they are written in groups, and the state to which they lead.
 *
 * <p>The journal has the tasks that were put, the shared objects, the accepted returns, and the tasks that came back
 * unfinished. Tasks are numbered as they first appear, so lending tasks writes nothing. {@code Journal} appends without
 * blocking; its thread {@code coordinator-journal} writes and syncs. {@code Bookkeeping}, which the control thread
 * calls, holds back an acknowledgement until its record is on disk; until then the borrower returns its loan again.
 *
 * <p>Every prefix of a journal gives a state that the run once had ({@code JournalState}). An incomplete end thus costs
 * work, but never makes the result wrong. A new coordinator puts the open tasks into its pool and gives the results so
 * far to the results thread.
 */
@NullMarked
package org.moide.coordinator.journal;

import org.jspecify.annotations.NullMarked;
