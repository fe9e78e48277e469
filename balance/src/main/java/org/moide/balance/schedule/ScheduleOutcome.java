package org.moide.balance.schedule;

/**
 * The outcome of a schedule.
 *
 * @param nanos time until the last task was done
 * @param efficiency the total work divided by (the members' total power × {@code nanos}); 1 if no thread ever waited
 * @param fetched the number of transfers of objects
 */
public record ScheduleOutcome(long nanos, double efficiency, long fetched) {}
