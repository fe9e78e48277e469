package org.moide.balance.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.moide.balance.data.TaskClass;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * A synthetic workload, described by {@code name} or {@code name:key=value,...}. The same description gives the same
 * workload. Times are those of a thread of power 1.
 *
 * <pre>
 * uniform       tasks (10000), millis (1, the mean), spread (0.5: from half the mean to half as much again), seed (1)
 * exponential   tasks, millis, seed
 * skewed        tasks, millis, shape (1.5): a few tasks take most of the time (Pareto; nearer to 1 is worse), seed
 * tree          roots (1) tasks at the start; all others are put by tasks (UTS, Olivier et al., LCPC 2006):
 *   kind=geometric   each puts b0 (4) tasks on average, down to depth (9)
 *   kind=binomial    the first puts b0 (500), each other one m (8) with probability q (0.1245), else none
 *   and millis, spread (0), seed
 * </pre>
 *
 * <pre>
 * frames        blocks of pictures, each matched with the one before (TDC): frames (9), blocks (1620) in each frame but
 *               the first, millis (1), spread (0.5, between frames too), bytesEach (414720, of a frame), seed,
 *               place=root or members: where frames and tasks are at the start
 * </pre>
 *
 * <pre>
 * workers       tasks that workers send each other, like the text's replicated servers (ALDY, §5.2) with skewed keys:
 *               count (400) workers that may move anywhere, each with stateBytes (100000). Of them hot (20) get a
 *               share (0.5) of the tasks; they have neighbouring numbers, and so begin on one member or few. The other
 *               tasks go to all alike. The run has phases (4) with as many tasks each and other hot workers. It has
 *               tasks (200000) in chains (400): each task of a chain is sent when the one before is handled.
 *               millis (1), spread (0.5), seed
 * </pre>
 *
 * <p>All have {@code bytes} (100), the size of an encoded task.
 */
public final class WorkloadSpec {
    public static final List<String> NAMES = List.of("uniform", "exponential", "skewed", "tree", "frames", "workers");

    private static final double NANOS_PER_MILLI = 1e6;

    /** The longest time of a task, as a multiple of the mean time. A Pareto distribution itself has no maximum. */
    private static final double LONGEST_MEANS = 10_000;

    private final String text;
    private final String name;
    private final WorkloadParameters parameters;

    private WorkloadSpec(String text) {
        this.text = text;
        int colon = text.indexOf(':');
        this.name = colon < 0 ? text : text.substring(0, colon);
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("there is no workload \"" + name + "\": there are "
                    + String.join(", ", NAMES) + ", and files that end in .json");
        }
        if (colon == text.length() - 1) {
            throw new IllegalArgumentException(
                    "workload " + name + ": expected key=value, such as millis=1, found \"\"");
        }
        this.parameters = new WorkloadParameters(name, colon < 0 ? "" : text.substring(colon + 1));
    }

    /**
     * Makes the workload of this description.
     *
     * @throws IllegalArgumentException if it is malformed; the message lists what is valid
     */
    public static Workload make(String text) {
        return new WorkloadSpec(text).make();
    }

    private Workload make() {
        SplittableRandom random = new SplittableRandom(parameters.whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
        if (name.equals("workers")) {
            return workers(random);
        }
        double meanNanos = NANOS_PER_MILLI * parameters.real("millis", 1, 1e-6, 86_400_000);
        int bytes = (int) parameters.whole("bytes", 100, 1, 1 << 20);
        if (name.equals("frames")) {
            return frames(meanNanos, bytes, random);
        }
        int[] parents;
        Sizes sizes;
        if (name.equals("tree")) {
            double spread = parameters.real("spread", 0, 0, 1);
            sizes = () -> meanNanos * (1 + spread * (2 * random.nextDouble() - 1));
            parents = tree(random);
        } else {
            parents = new int[(int) parameters.whole("tasks", 10_000, 1, Workload.MOST_TASKS)];
            Arrays.fill(parents, Workload.NO_PARENT);
            sizes = sizes(meanNanos, random);
        }
        parameters.requireAllRead();
        long[] nanos = new long[parents.length];
        for (int task = 0; task < nanos.length; task++) {
            nanos[task] = Math.max(1, Math.round(sizes.next()));
        }
        return new BagWorkload(text, parents, nanos, bytes);
    }

    /** A distribution of task times. */
    private interface Sizes {
        double next();
    }

    private Sizes sizes(double meanNanos, SplittableRandom random) {
        switch (name) {
            case "uniform" -> {
                double spread = parameters.real("spread", 0.5, 0, 1);
                return () -> meanNanos * (1 + spread * (2 * random.nextDouble() - 1));
            }
            case "exponential" -> {
                return () -> -meanNanos * Math.log(1 - random.nextDouble());
            }
            default -> {
                double shape = parameters.real("shape", 1.5, 1.01, 100);
                double leastNanos = meanNanos * (shape - 1) / shape;
                return () ->
                        Math.min(LONGEST_MEANS * meanNanos, leastNanos * Math.pow(1 - random.nextDouble(), -1 / shape));
            }
        }
    }

    /**
     * Makes tasks, each of which matches one block of a frame with the frame before. Some frames take longer than
     * others, like scenes of a film.
     */
    private BagWorkload frames(double meanNanos, int taskBytes, SplittableRandom random) {
        int frames = (int) parameters.whole("frames", 9, 2, 1_000_000);
        int blocks = (int) parameters.whole("blocks", 1_620, 1, 1_000_000);
        long frameBytes = parameters.whole("bytesEach", 414_720, 1, 1L << 40);
        double spread = parameters.real("spread", 0.5, 0, 1);
        boolean atMembers = parameters.atMembers(false);
        parameters.requireAllRead();
        if ((frames - 1L) * blocks > Workload.MOST_TASKS) {
            throw new IllegalArgumentException("workload " + text + ": expected at most " + Workload.MOST_TASKS
                    + " tasks, found " + (frames - 1L) * blocks);
        }
        int tasks = (frames - 1) * blocks;
        long[] nanos = new long[tasks];
        TaskClass[] classes = new TaskClass[tasks];
        for (int frame = 1; frame < frames; frame++) {
            double ofFrame = meanNanos * (1 + spread * (2 * random.nextDouble() - 1));
            TaskClass read = TaskClass.of(frame - 1, frame);
            for (int block = 0; block < blocks; block++) {
                int task = (frame - 1) * blocks + block;
                nanos[task] = Math.max(1, Math.round(ofFrame * (1 + spread * (2 * random.nextDouble() - 1))));
                classes[task] = read;
            }
        }
        int[] parents = new int[tasks];
        Arrays.fill(parents, Workload.NO_PARENT);
        long[] sizes = new long[frames];
        Arrays.fill(sizes, frameBytes);
        return new BagWorkload(text, parents, nanos, taskBytes, new DataLayout(sizes, classes, atMembers));
    }

    /** Makes workers that resemble replicated servers with skewed keys: a few of the workers get most of the tasks. */
    private WorkerWorkload workers(SplittableRandom random) {
        int count = (int) parameters.whole("count", 400, 1, WorkerWorkload.MOST_WORKERS);
        int hot = (int) parameters.whole("hot", Math.min(20, count), 1, count);
        double share = parameters.real("share", 0.5, 0, 1);
        int tasks = (int) parameters.whole("tasks", 200_000, 1, Workload.MOST_TASKS);
        int phases = (int) parameters.whole("phases", Math.min(4, tasks), 1, tasks);
        int chains = (int) parameters.whole("chains", Math.min(400, tasks), 1, tasks);
        double meanNanos = NANOS_PER_MILLI * parameters.real("millis", 1, 1e-6, 100_000);
        double spread = parameters.real("spread", 0.5, 0, 1);
        int bytes = (int) parameters.whole("bytes", 100, 0, 1 << 20);
        long stateBytes = parameters.whole("stateBytes", 100_000, 0, 1L << 40);
        parameters.requireAllRead();
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
            causes[task] = task < chains ? Workload.NO_PARENT : task - chains;
            nanos[task] = Math.max(1, Math.round(meanNanos * (1 + spread * (2 * random.nextDouble() - 1))));
        }
        int[] lengths = new int[tasks];
        Arrays.fill(lengths, bytes);
        return new WorkerWorkload(text, workers, receivers, causes, nanos, lengths);
    }

    // --- trees ----------------------------------------------------------------------------------------------------

    private int[] tree(SplittableRandom random) {
        String kind = parameters.word("kind", "geometric");
        int roots = (int) parameters.whole("roots", 1, 1, 1_000_000);
        switch (kind) {
            case "geometric" -> {
                double b0 = parameters.real("b0", 4, 0.01, 1_000);
                int depth = (int) parameters.whole("depth", 9, 1, 10_000);
                double log = Math.log(b0 / (1 + b0));
                // The first task puts exactly b0, as in UTS; otherwise the tree may be a single task.
                return grown(roots, level -> {
                    if (level == 0) {
                        return (int) Math.ceil(b0);
                    }
                    return level >= depth ? 0 : (int) (Math.log(1 - random.nextDouble()) / log);
                });
            }
            case "binomial" -> {
                int b0 = (int) parameters.whole("b0", 500, 1, 1_000_000);
                int m = (int) parameters.whole("m", 8, 1, 1_000);
                double q = parameters.real("q", 0.1245, 0, 1);
                return grown(roots, level -> level == 0 ? b0 : random.nextDouble() < q ? m : 0);
            }
            default ->
                throw new IllegalArgumentException(
                        "workload tree: expected kind=geometric or kind=binomial, found \"" + kind + "\"");
        }
    }

    /** A rule for the number of tasks that a task puts. The number may depend on the task's level in the tree. */
    private interface Branching {
        int of(int level);
    }

    /**
     * Makes the tree of tasks level by level, so that its shape does not depend on the order in which tasks are
     * computed.
     *
     * @return by task: the task that puts it
     */
    private int[] grown(int roots, Branching branching) {
        int[] parents = new int[Math.max(1_024, roots)];
        Arrays.fill(parents, 0, roots, Workload.NO_PARENT);
        int count = roots;
        int level = 0;
        int levelEnd = roots;
        for (int task = 0; task < count; task++) {
            if (task == levelEnd) {
                level++;
                levelEnd = count;
            }
            int children = branching.of(level);
            if ((long) count + children > Workload.MOST_TASKS) {
                throw new IllegalArgumentException("workload " + text + ": expected a tree of at most "
                        + Workload.MOST_TASKS + " tasks, found no end to it; use a smaller b0, depth, m or q");
            }
            while (count + children > parents.length) {
                parents = Arrays.copyOf(parents, 2 * parents.length);
            }
            Arrays.fill(parents, count, count + children, task);
            count += children;
        }
        return Arrays.copyOf(parents, count);
    }
}
