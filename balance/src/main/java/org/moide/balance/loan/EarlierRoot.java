package org.moide.balance.loan;

import java.util.List;
import java.util.Map;

/**
 * The progress of an earlier root, for the one that takes its place.
 *
 * @param put how many tasks had come from outside
 * @param created how many tasks of those whose results are known had been created
 * @param executed how many results are known
 * @param open what was not done, encoded, by the tasks' numbers
 * @param stored what was not done either, and is not in memory
 * @param nextTask the number of the next task
 */
public record EarlierRoot(
        long put, long created, long executed, Map<Long, byte[]> open, List<StoredTasks> stored, long nextTask) {}
