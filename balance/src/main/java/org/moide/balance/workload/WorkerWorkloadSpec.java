package org.moide.balance.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * A workload of workers that is made from a few numbers: {@code workers} or {@code workers:key=value,...}. The same
 * words give the same workload. Times are those of a thread of power 1.
 *
 * <pre>
 * count (400)        workers, which may move anywhere
 * hot (20)           of them are used most: neighbours by number, so that they begin on one member or few
 * share (0.5)        of the tasks are for those; the others are for all workers alike
 * phases (4)         so often other workers are the hot ones, in parts of the run with as many tasks each
 * tasks (200000)     in all
 * chains (400)       so many tasks wait or are handled at any time: each sends the next of its chain
 * millis (1)         the mean time of a task; spread (0.5): from half the mean to half as much again
 * bytes (100)        of a task; stateBytes (100000): of a worker's state
 * seed (1)
 * </pre>
 *
 * <p>It is like the text's replicated servers (ALDY, §5.2) whose keys are used unequally.
 */
public final class WorkerWorkloadSpec {
    /** What there is. */
    public static final String NAME = "workers";

    private static final double NANOS_PER_MILLI = 1e6;

    private WorkerWorkloadSpec() {}

    /** Whether these words describe a workload of workers, right or wrong. */
    public static boolean isMeant(String text) {
        return text.equals(NAME) || text.startsWith(NAME + ":");
    }

    /**
     * Makes the workload that the words describe.
     *
     * @throws IllegalArgumentException with what is wrong, and what there is
     */
    public static WorkerWorkload make(String text) {
        if (!isMeant(text) || text.endsWith(":")) {
            throw new IllegalArgumentException(
                    "expected a workload such as " + NAME + ":count=400,hot=20, found \"" + text + "\"");
        }
        WorkloadParameters given =
                new WorkloadParameters(NAME, text.equals(NAME) ? "" : text.substring(NAME.length() + 1));
        int count = (int) given.whole("count", 400, 1, WorkerWorkload.MOST_WORKERS);
        int hot = (int) given.whole("hot", Math.min(20, count), 1, count);
        double share = given.real("share", 0.5, 0, 1);
        int tasks = (int) given.whole("tasks", 200_000, 1, WorkerWorkload.MOST_TASKS);
        int phases = (int) given.whole("phases", Math.min(4, tasks), 1, tasks);
        int chains = (int) given.whole("chains", Math.min(400, tasks), 1, tasks);
        double meanNanos = NANOS_PER_MILLI * given.real("millis", 1, 1e-6, 100_000);
        double spread = given.real("spread", 0.5, 0, 1);
        int bytes = (int) given.whole("bytes", 100, 0, 1 << 20);
        long stateBytes = given.whole("stateBytes", 100_000, 0, 1L << 40);
        SplittableRandom random = new SplittableRandom(given.whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
        given.requireAllRead();
        List<WorkerWorkload.Worker> workers = new ArrayList<>(count);
        for (int worker = 0; worker < count; worker++) {
            workers.add(new WorkerWorkload.Worker(worker, WorkerRule.MOVES, stateBytes));
        }
        long[] receivers = new long[tasks];
        int[] causes = new int[tasks];
        long[] nanos = new long[tasks];
        for (int task = 0; task < tasks; task++) {
            long firstHot = (long) task * phases / tasks * count / phases;
            receivers[task] =
                    random.nextDouble() < share ? (firstHot + random.nextInt(hot)) % count : random.nextInt(count);
            causes[task] = task < chains ? WorkerWorkload.BEGIN : task - chains;
            nanos[task] = Math.max(1, Math.round(meanNanos * (1 + spread * (2 * random.nextDouble() - 1))));
        }
        int[] lengths = new int[tasks];
        Arrays.fill(lengths, bytes);
        return new WorkerWorkload(text, workers, receivers, causes, nanos, lengths);
    }
}
