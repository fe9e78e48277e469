/**
 * The journal of a bag of tasks, on disk: what a coordinator must not forget, how it is written in groups, and what it
 * adds up to.
 *
 * <p>It says which tasks were put, which objects shared, which returns accepted and what came home undone. Tasks are
 * numbered as they first appear, so nothing is written when tasks are lent. {@code Journal} appends without blocking;
 * its thread {@code coordinator-journal} writes and syncs what has come. {@code Bookkeeping}, stepped by the control
 * thread, holds an acknowledgement back until its record is on disk; until then the borrower returns its loan again.
 *
 * <p>Every prefix of a journal is a state that the run once had ({@code JournalState}): what is torn at its end costs
 * work, never the count. A new coordinator puts what is open into its pool, and gives the results thread the results
 * that are there.
 */
@NullMarked
package org.moide.coordinator.journal;

import org.jspecify.annotations.NullMarked;
