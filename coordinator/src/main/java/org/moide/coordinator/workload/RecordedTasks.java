package org.moide.coordinator.workload;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.Workload;

/**
 * The recorded tasks of a bag: which task put which, and how long each took. If there were too many tasks, those that a
 * task put are not kept one by one but only counted and their times summed; they are <em>folded</em> into that task. A
 * simulation assumes that a folded task reads what that task reads. A task that no task put is folded into a recorded
 * task of the same class, if there is one.
 *
 * @param taskBytes the mean size of an encoded task, in bytes
 * @param parents for each task the task that put it; {@link Workload#NO_PARENT} if it was there at the start
 * @param nanos for each task the time that it took
 * @param foldedTasks for each task the number of tasks that are folded into it
 * @param foldedNanos for each task the summed time of the tasks that are folded into it
 * @param data the data objects that tasks read
 */
@SuppressWarnings("ArrayRecordComponent") // large arrays, and records are never compared
public record RecordedTasks(
        int taskBytes, int[] parents, long[] nanos, long[] foldedTasks, long[] foldedNanos, RecordedData data)
        implements RecordedWorkload.Content {
    /**
     * The limit on the number of tasks that a simulation makes of folded tasks. If more tasks were folded, a task of
     * the simulation stands for several of them.
     */
    private static final int MOST_UNFOLDED = 1_000_000;

    /**
     * The limit on the number of folded tasks in a file. So many are three days of tasks of one microsecond on one
     * thread. With it, the sum of all counts cannot overflow.
     */
    private static final long MOST_FOLDED = 1L << 38;

    public RecordedTasks {
        int tasks = parents.length;
        if (nanos.length != tasks || foldedTasks.length != tasks || foldedNanos.length != tasks) {
            throw new IllegalArgumentException(
                    "expected parents, nanos, foldedTasks and foldedNanos of one length, found " + tasks + ", "
                            + nanos.length + ", " + foldedTasks.length + " and " + foldedNanos.length);
        }
        for (int task = 0; task < tasks; task++) {
            if (foldedTasks[task] < 0 || foldedNanos[task] < 0) {
                throw new IllegalArgumentException(
                        "task " + task + ": expected no less than 0 folded tasks and ns, found " + foldedTasks[task]
                                + " and " + foldedNanos[task]);
            }
            if (foldedTasks[task] > MOST_FOLDED) {
                throw new IllegalArgumentException("task " + task + ": expected at most " + MOST_FOLDED
                        + " folded tasks, found " + foldedTasks[task]);
            }
        }
        if (!data.isNone() && data.taskClasses().length != tasks) {
            throw new IllegalArgumentException("expected a class for each of " + tasks + " tasks, found "
                    + data.taskClasses().length + " taskClasses");
        }
    }

    /** Creates the recorded tasks of a bag that read no data objects. */
    public RecordedTasks(int taskBytes, int[] parents, long[] nanos, long[] foldedTasks, long[] foldedNanos) {
        this(taskBytes, parents, nanos, foldedTasks, foldedNanos, RecordedData.NONE);
    }

    /** Returns the number of tasks that ran, including folded ones. */
    public long allTasks() {
        return parents.length + Arrays.stream(foldedTasks).sum();
    }

    /**
     * Returns the workload for a simulation. The tasks that are folded into a task become tasks of equal length. In the
     * simulation this task puts them, and they read the same objects as it.
     */
    @Override
    public BagWorkload workload(String name) {
        long folded = Arrays.stream(foldedTasks).sum();
        long each = Math.max(1, (folded + MOST_UNFOLDED - 1) / MOST_UNFOLDED);
        int count = parents.length;
        for (long below : foldedTasks) {
            count += (int) ((below + each - 1) / each);
        }
        int[] allParents = Arrays.copyOf(parents, count);
        long[] allNanos = Arrays.copyOf(nanos, count);
        int[] recordedTasks = Arrays.copyOf(IntStream.range(0, parents.length).toArray(), count);
        int next = parents.length;
        for (int task = 0; task < parents.length; task++) {
            int pieces = (int) ((foldedTasks[task] + each - 1) / each);
            for (int piece = 0; piece < pieces; piece++) {
                allParents[next] = task;
                recordedTasks[next] = task;
                allNanos[next++] = Math.max(1, foldedNanos[task] / pieces);
            }
        }
        return new BagWorkload(name, allParents, allNanos, taskBytes, data.layout(recordedTasks));
    }
}
