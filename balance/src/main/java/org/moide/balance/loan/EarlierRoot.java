package org.moide.balance.loan;

import java.util.List;
import java.util.Map;

/**
 * The progress of a run whose root (the member where tasks come from) has failed. A new root continues from it.
 *
 * @param put the number of tasks put by the application outside of tasks
 * @param created the number of tasks created by tasks whose results are known
 * @param executed the number of known results
 * @param open the encoded tasks that are not done, by task number
 * @param stored further tasks that are not done, whose bytes are on disk
 * @param nextTask the number that the next task gets
 */
public record EarlierRoot(
        long put, long created, long executed, Map<Long, byte[]> open, List<StoredTasks> stored, long nextTask) {}
