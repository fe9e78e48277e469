package org.moide.balance.schedule;

/**
 * The outcome of a schedule.
 *
 * @param nanos until the last task was done
 * @param efficiency total work / (sum of power × time)
 * @param fetched objects that were brought to a member
 */
public record ScheduleOutcome(long nanos, double efficiency, long fetched) {}
