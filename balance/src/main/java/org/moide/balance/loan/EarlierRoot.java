package org.moide.balance.loan;

import java.util.Map;

/**
 * How far an earlier root came, for the one that takes its place.
 *
 * @param put how many tasks had come from outside
 * @param created how many tasks of those whose results are known had been created
 * @param executed how many results are known
 * @param open all that was not done, encoded, by the tasks' numbers
 * @param nextTask the number of the next task
 */
public record EarlierRoot(long put, long created, long executed, Map<Long, byte[]> open, long nextTask) {}
