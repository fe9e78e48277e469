package org.moide.balance.loan;

import java.util.List;
import java.util.Map;

/**
 * The progress of a run whose root (the member where tasks come from) has failed, from which a new root continues.
 *
 * @param put the number of tasks that had come from outside
 * @param created the number of tasks created by tasks whose results are known
 * @param executed the number of known results
 * @param open the encoded tasks not done, by task number
 * @param stored further tasks not done, which are on disk and not in memory
 * @param nextTask the number that the next task gets
 */
public record EarlierRoot(
        long put, long created, long executed, Map<Long, byte[]> open, List<StoredTasks> stored, long nextTask) {}
