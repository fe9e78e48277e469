package org.moide.balance.schedule;

/**
 * The outcome of a schedule.
 *
 * @param nanos time until the last task was done
 * @param efficiency total work / (sum of power × time)
 * @param fetched number of transfers of objects
 */
public record ScheduleOutcome(long nanos, double efficiency, long fetched) {}
