package org.moide.samples.bench.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.moide.commlib.CommLib;
import org.moide.commlib.Reduction;
import org.moide.commlib.Slice;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.UsageException;

/**
 * Task Bench (Slaughter et al., SC 2020) over CommLib: graphs of tasks in five patterns. The tasks are made shorter and
 * shorter, until less than half of the time is spent in them.
 *
 * <p>Reports for each pattern {@code <pattern>MetgMicros}, METG(50%): the average time that a thread takes for each
 * task, including the time between tasks, when half of the best rate is reached. Also reports {@code width}, {@code
 * threads} and {@code iterationNanos}, the time of an iteration of the kernel. Prints each measurement.
 */
public final class TaskGraphs implements Application {
    private static final String PATTERN = "--pattern";
    private static final String WIDTH = "--width";
    private static final String RADIX = "--radix";
    private static final String PERIOD = "--period";
    private static final String OUTPUT_BYTES = "--output-bytes";
    private static final String MILLISECONDS = "--milliseconds";
    private static final int MOST_WIDTH = 1_000_000;
    private static final int MOST_RADIX = 1_000;

    /** The least length of an output in bytes. An output contains its step and its column, as in Task Bench. */
    private static final int LEAST_BYTES = 16;

    /**
     * The greatest length of an output in bytes. A send of this length never waits for its receiver, so two IDs that
     * send to each other cannot block each other.
     */
    private static final int MOST_BYTES = 4_096;

    /**
     * The most iterations of the kernel in a task. A task with so many takes a third of a millisecond; the shortest
     * tasks that are measured have one iteration.
     */
    private static final long MOST_ITERATIONS = 1L << 15;

    private static final int STEPS_TO_BEGIN_WITH = 10;
    private static final int MOST_STEPS = 10_000_000;

    /**
     * The number of short measurements for each length of tasks. The best one counts, so that a disturbance during some
     * of them has no effect.
     */
    private static final int ROUNDS = 10;

    @Override
    public String summary() {
        return "Task Bench: the smallest tasks that run with half efficiency";
    }

    @Override
    public String usage() {
        return """
                --pattern p         trivial stencil_1d nearest spread fft, or all (default stencil_1d)
                --width n           columns of tasks (default: one for each thread)
                --radix n           of nearest and spread: how many columns a task needs (default 5)
                --period n          of spread: after so many steps it begins again (default 3)
                --output-bytes n    what a task makes for those that need it (default 16)
                --milliseconds n    for each of ten measurements of a length, of which the best counts (default 10)
                """;
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(PATTERN, WIDTH, RADIX, PERIOD, OUTPUT_BYTES, MILLISECONDS), Set.of(), 0);
        graphs(arguments, 1);
        words(arguments);
        nanos(arguments);
    }

    private static List<TaskGraph> graphs(Arguments arguments, int threads) {
        String word = arguments.text(PATTERN, "stencil_1d");
        List<TaskGraph.Pattern> patterns = word.equals("all")
                ? List.of(TaskGraph.Pattern.values())
                : List.of(TaskGraph.Pattern.named(PATTERN, word));
        int width = arguments.count(WIDTH, threads, 1, MOST_WIDTH);
        if (width < threads) {
            throw new UsageException(
                    WIDTH + ": expected at least one column for each of " + threads + " threads, found " + width);
        }
        int radix = arguments.count(RADIX, 5, 1, MOST_RADIX);
        int period = arguments.count(PERIOD, 3, 1, MOST_RADIX);
        return patterns.stream()
                .map(pattern -> new TaskGraph(pattern, width, radix, period))
                .toList();
    }

    private static int words(Arguments arguments) {
        return arguments.count(OUTPUT_BYTES, LEAST_BYTES, LEAST_BYTES, MOST_BYTES) / LEAST_BYTES * 2;
    }

    private static long nanos(Arguments arguments) {
        return 1_000_000L * arguments.count(MILLISECONDS, 10, 1, 60_000);
    }

    @Override
    public void run(ComputeThread self) {
        CommLib comm = self.comm();
        boolean speaker = self.id() == 0;
        double best = 0.0;
        List<TaskGraph> graphs = graphs(self.arguments(), comm.count());
        List<List<Granularity.Sample>> all = new ArrayList<>();
        for (TaskGraph graph : graphs) {
            GraphRun run = new GraphRun(comm, graph, words(self.arguments()));
            List<Granularity.Sample> samples = new ArrayList<>();
            for (long iterations = MOST_ITERATIONS; iterations > 0; iterations /= 2) {
                Granularity.Sample sample = measure(comm, run, graph, iterations, nanos(self.arguments()));
                samples.add(sample);
                if (speaker) {
                    self.report().print(line(graph, sample));
                }
            }
            all.add(samples);
            best = Math.max(best, Granularity.peak(samples));
            if (!Double.isFinite(run.sum())) {
                throw new IllegalStateException("the kernel: expected finite numbers, found " + run.sum());
            }
        }
        if (speaker) {
            self.report().put("threads", comm.count());
            self.report().put("width", graphs.get(0).width());
            self.report().put("iterationNanos", 1e9 / best);
            for (int i = 0; i < graphs.size(); i++) {
                double metg = 1e6 * Granularity.metg(all.get(i), best);
                self.report()
                        .put(
                                graphs.get(i).pattern().word() + "MetgMicros",
                                Double.isNaN(metg) ? "not reached: the machine does other work" : (Object) metg);
            }
        }
    }

    /** Measures tasks with this number of iterations. ID 0 decides by its clock how many steps all IDs run. */
    private static Granularity.Sample measure(
            CommLib comm, GraphRun run, TaskGraph graph, long iterations, long nanosEach) {
        int steps = STEPS_TO_BEGIN_WITH;
        double perStep = nanos(comm, run, steps, iterations) / steps;
        double best = Double.POSITIVE_INFINITY;
        for (int round = 0; round < ROUNDS; round++) {
            steps = (int) agreed(comm, Math.max(STEPS_TO_BEGIN_WITH, Math.min(MOST_STEPS, nanosEach / perStep)));
            perStep = nanos(comm, run, steps, iterations) / steps;
            best = Math.min(best, perStep);
        }
        return new Granularity.Sample(iterations, agreed(comm, best) / 1e9 * comm.count() / graph.width());
    }

    /** Returns, on all IDs, the value that ID 0 has passed. */
    private static double agreed(CommLib comm, double value) {
        double[] one = {value};
        comm.broadcast(0, Slice.of(one));
        return one[0];
    }

    /** Runs the steps, and returns the time in nanoseconds until all IDs have completed them. */
    private static double nanos(CommLib comm, GraphRun run, int steps, long iterations) {
        comm.remoteBarrier();
        long start = System.nanoTime();
        run.run(steps, iterations);
        return comm.allReduce((double) (System.nanoTime() - start), Reduction.MAXIMUM);
    }

    private static String line(TaskGraph graph, Granularity.Sample sample) {
        return String.format(
                Locale.ROOT,
                "%-10s %6d iterations: %10.3f us a task",
                graph.pattern().word(),
                sample.iterations(),
                1e6 * sample.secondsPerTask());
    }
}
