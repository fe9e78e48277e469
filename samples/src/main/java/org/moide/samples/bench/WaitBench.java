package org.moide.samples.bench;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * Measures balancing on more engines than there are processors: tasks wait instead of computing. Some engines can be
 * made slower without the strategy's knowledge, as if other programs used their hosts.
 *
 * <p>Reports {@code tasks}, {@code workSeconds} (the sum of the tasks' times) and {@code seconds} (from the moment when
 * all engines were ready until the last task was done). Fails if a task was not counted exactly once.
 */
public final class WaitBench implements TaskApplication<Long, Waited> {
    private static final Set<String> OPTIONS =
            Set.of("--tasks", "--millis", "--spread", "--tree", "--slow", "--seed", "--rest");

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MOST_REST_SECONDS = 60;

    private static final String NO_MEETING = "--no-meeting";

    /** The tree of tasks, on each engine. Set by {@link #prepare}, then read by the engine's threads. */
    private volatile @Nullable Waits waits;

    private volatile long startNanos;

    /** The expected result of all tasks, on the coordinator. */
    private @Nullable Waited expected;

    @Override
    public String summary() {
        return "measures balancing with tasks that wait instead of computing";
    }

    @Override
    public String usage() {
        return """
            --tasks n      how many there are at the start; default 1000
            --millis x     a task's mean time; default 10
            --spread s     of the time: 0.5 is from half the mean to half as much again; default 0
            --tree q       the chance that a task puts two others, below 0.5; default 0
            --slow a,b,..  how many times as long tasks take on engine 0, 1, ..., in turn; default 1
            --seed n       default 1
            --rest s       seconds from when all engines are there until they begin: so many fresh JVMs have much
                           to compile; default 0
            --no-meeting   engines do not wait for each other first: for runs to which others come later""";
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(OPTIONS, Set.of(NO_MEETING), 0);
        Waits.of(arguments);
        rest(arguments);
    }

    private static long rest(Arguments arguments) {
        return Math.round(NANOS_PER_SECOND * arguments.number("--rest", 0, 0, MOST_REST_SECONDS));
    }

    @Override
    public void createTasks(TaskContext<Long> context) {
        Waits all = Waits.of(context.arguments());
        expected = all.all();
        for (int root = 0; root < all.roots(); root++) {
            context.put(all.root(root));
        }
    }

    @Override
    public void prepare(TaskContext<Long> context) throws InterruptedException {
        waits = Waits.of(context.arguments());
        if (!context.arguments().flag(NO_MEETING)) {
            Meeting.ofEngines(context.comm());
        }
        waitFor(rest(context.arguments()));
        startNanos = System.nanoTime();
    }

    @Override
    public Waited identity() {
        return Waited.NONE;
    }

    @Override
    public Waited executeTask(Long task, TaskContext<Long> context) throws InterruptedException {
        Waits all = requireNonNull(waits, "prepare comes before the first task");
        waitFor(all.nanosOn(context.engine(), task));
        for (long child : all.children(task)) {
            context.put(child);
        }
        return new Waited(1, all.nanos(task), System.nanoTime() - startNanos);
    }

    private static void waitFor(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException("the run ended while a thread waited");
            }
        }
    }

    @Override
    public Waited merge(Waited left, Waited right) {
        return left.add(right);
    }

    @Override
    public void handleResults(Waited found, Report report) {
        Waited all = requireNonNull(expected, "createTasks comes before the end");
        if (found.tasks() != all.tasks() || found.nanos() != all.nanos()) {
            throw new IllegalStateException("expected " + all.tasks() + " tasks of " + all.nanos() + " ns, found "
                    + found.tasks() + " of " + found.nanos());
        }
        double work = all.nanos() / 1e9;
        double seconds = found.untilNanos() / 1e9;
        report.put("tasks", all.tasks());
        report.put("workSeconds", work);
        report.put("seconds", seconds);
        report.print(
                String.format(Locale.ROOT, "%d tasks, %.2f s of work, done in %.3f s", all.tasks(), work, seconds));
    }
}
