package org.moide.samples.programs.uts;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.samples.bench.Meeting;

/**
 * Unbalanced tree search (UTS 2.1): counts the nodes of a tree in which each node's children follow from its hash, so
 * that the size of a subtree is not known before it is searched. The benchmark measures balancing.
 *
 * <p>A task is some nodes whose children were not examined. Executing it examines a limited number of nodes, the
 * deepest first. It puts the remaining ones as one task or, if the engine is short of tasks, as two, so that the number
 * of tasks doubles until all threads are busy. If only a few nodes remain, they always become one task: two threads
 * could share them, but neither would have enough nodes to hash in parallel.
 *
 * <p>Reports {@code tree}, {@code nodes}, {@code depth}, {@code leaves}, {@code seconds} and {@code nodesPerSecond};
 * with {@code --compare} also {@code sequentialSeconds} and {@code speedUp}. The seconds are the time until the result
 * has arrived; with {@code --warm-up}, they are the time from the beginning of the last search until its last task has
 * ended. Fails if the counts of a tree differ from the published ones.
 */
public final class Uts implements TaskApplication<Nodes, Counts> {
    /**
     * The number of runs in one thread with {@code --compare}. The first one may be slowed down by a JVM that is still
     * starting.
     */
    private static final int SEQUENTIAL_RUNS = 2;

    /** The tree, on each engine. Set by {@link #prepare}, then read by the engine's threads. */
    private volatile @Nullable Tree tree;

    private volatile int bundle;
    private volatile int split;
    private volatile @Nullable Rounds rounds;

    /** The options, kept on the coordinator until the result is handled. */
    private @Nullable Options options;

    private Counts start = Counts.NONE;
    private @Nullable Counts expected;
    private double sequentialSeconds;
    private long startNanos;

    @Override
    public String summary() {
        return "counts the nodes of an unbalanced tree (UTS)";
    }

    @Override
    public String usage() {
        return Options.USAGE;
    }

    @Override
    public void check(Arguments arguments) {
        Options.of(arguments);
    }

    @Override
    public void createTasks(TaskContext<Nodes> context) {
        Options given = Options.of(context.arguments());
        options = given;
        Tree whole = new Tree(given.shape());
        if (given.known() != null) {
            expected = given.known().published();
        }
        if (given.compare()) {
            compare(given, whole);
        }
        Nodes root = new Nodes(1, given.warmUp());
        start = Search.begin(whole, root);
        context.put(root);
        startNanos = System.nanoTime();
    }

    private void compare(Options given, Tree whole) {
        warmUp(given, whole);
        sequentialSeconds = Double.POSITIVE_INFINITY;
        for (int run = 0; run < SEQUENTIAL_RUNS; run++) {
            long before = System.nanoTime();
            Counts alone = Search.whole(whole);
            sequentialSeconds = Math.min(sequentialSeconds, (System.nanoTime() - before) / 1e9);
            if (expected == null) {
                expected = alone;
            }
        }
    }

    /**
     * Searches the tree in portions as large as those of tasks, as a warm-up. A search to the end would run other code.
     */
    private static void warmUp(Options given, Tree tree) {
        int seconds = Math.max(1, given.warmUp());
        Nodes stack = new Nodes(1, 0);
        for (Rounds rounds = new Rounds(seconds); rounds.now() < seconds; ) {
            if (stack.isEmpty()) {
                Search.begin(tree, stack);
            }
            new Search(tree).run(stack, given.bundle());
        }
    }

    @Override
    public void prepare(TaskContext<Nodes> context) {
        Options given = Options.of(context.arguments());
        bundle = given.bundle();
        split = given.split();
        tree = new Tree(given.shape());
        if (given.warmUp() > 0) {
            Meeting.ofEngines(context.comm());
        }
        rounds = new Rounds(given.warmUp());
    }

    @Override
    public Counts identity() {
        return Counts.NONE;
    }

    @Override
    public Counts executeTask(Nodes nodes, TaskContext<Nodes> context) {
        Rounds clock = requireNonNull(rounds, "prepare comes before the first task");
        int round = clock.now();
        if (nodes.round() < round) {
            return Counts.NONE;
        }
        if (nodes.round() > round) {
            // The root of the search that counts. A thread that finds it early is idle, and begins another search,
            // which does not count.
            context.put(nodes);
            context.put(nodes.copy(round));
            return Counts.NONE;
        }
        // A task may be run a second time, so its input must not change.
        Nodes stack = nodes.copy();
        Counts found = new Search(requireNonNull(tree)).run(stack, bundle);
        // With more searches, each gets narrow sooner, and then hashes few nodes in parallel.
        if (stack.open() >= split && context.isShortOfTasks()) {
            context.put(stack.half(0));
            context.put(stack.half(1));
        } else if (!stack.isEmpty()) {
            context.put(stack.copy());
        }
        return found.in(round, clock.nanosOfLast());
    }

    @Override
    public Counts merge(Counts left, Counts right) {
        return left.add(right);
    }

    @Override
    public void handleResults(Counts found, Report report) {
        long sinceStartNanos = System.nanoTime() - startNanos;
        Options given = requireNonNull(options, "createTasks comes before the end");
        double seconds = (found.untilNanos() > 0 ? found.untilNanos() : sinceStartNanos) / 1e9;
        Counts all = start.in(found.round(), 0).add(found).in(0, 0);
        String name =
                given.known() == null ? given.shape().toString() : given.known().name();
        report.put("tree", name);
        report.put("nodes", all.nodes());
        report.put("depth", all.depth());
        report.put("leaves", all.leaves());
        report.put("seconds", seconds);
        report.put("nodesPerSecond", all.nodes() / seconds);
        if (given.compare()) {
            report.put("sequentialSeconds", sequentialSeconds);
            report.put("speedUp", sequentialSeconds / seconds);
        }
        if (expected != null && !expected.equals(all)) {
            throw new IllegalStateException(name + ": expected " + expected + ", found " + all);
        }
    }
}
