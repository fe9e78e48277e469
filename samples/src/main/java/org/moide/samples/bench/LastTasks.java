package org.moide.samples.bench;

import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * Measures the cost of a slow engine at the end of a bag of long tasks. Each task sleeps; on one engine it sleeps
 * several times as long as on the others. A task is a number; some tasks put another one after they have slept. The
 * result is the sum of the numbers, which shows whether each task counted once.
 *
 * <p>Reports {@code sum}, and {@code seconds}, the time from the moment when all tasks are put until the result is
 * known.
 */
public final class LastTasks implements TaskApplication<Integer, Long> {
    private static final String TASKS = "--tasks";
    private static final String MILLIS = "--millis";
    private static final String SLOW = "--slow";
    private static final String TIMES = "--times";
    private static final String FROM = "--from";
    private static final String PUTTING = "--putting";
    private static final int DEFAULT_TASKS = 60;
    private static final int DEFAULT_MILLIS = 500;
    private static final int DEFAULT_TIMES = 20;
    private static final int MOST = 1_000_000;
    private static final int NO_ENGINE = -1;

    /** The duration of a task on this engine. Set by {@link #prepare}, then read by the engine's threads. */
    private volatile long millis;

    private volatile long usualMillis;
    private volatile long fromNanos;
    private volatile int putting;
    private long startNanos;

    @Override
    public String summary() {
        return "measures what a slow engine costs at the end of a bag of long tasks";
    }

    @Override
    public String usage() {
        return """
            --tasks n     how many; default %d
            --millis n    how long each sleeps; default %d
            --slow n      the engine on which tasks sleep longer; default none
            --times n     how many times as long; default %d
            --from n      only tasks that begin so many milliseconds after the engine does; default 0
            --putting n   so many of the tasks put another one at their end; default 0""".formatted(DEFAULT_TASKS, DEFAULT_MILLIS, DEFAULT_TIMES);
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(TASKS, MILLIS, SLOW, TIMES, FROM, PUTTING), Set.of(), 0);
        tasks(arguments);
        millis(arguments, NO_ENGINE);
        putting(arguments);
        from(arguments);
    }

    private static int tasks(Arguments arguments) {
        return arguments.count(TASKS, DEFAULT_TASKS, 1, MOST);
    }

    private static int putting(Arguments arguments) {
        return arguments.count(PUTTING, 0, 0, MOST);
    }

    private static int from(Arguments arguments) {
        return arguments.count(FROM, 0, 0, MOST);
    }

    private static long millis(Arguments arguments, int engine) {
        int usual = arguments.count(MILLIS, DEFAULT_MILLIS, 0, MOST);
        int times = arguments.count(TIMES, DEFAULT_TIMES, 1, MOST);
        int slow = arguments.has(SLOW) ? arguments.count(SLOW, 0, 0, MOST) : NO_ENGINE;
        return engine == slow && engine != NO_ENGINE ? (long) usual * times : usual;
    }

    @Override
    public void createTasks(TaskContext<Integer> context) {
        for (int task = 1; task <= tasks(context.arguments()); task++) {
            context.put(task);
        }
        startNanos = System.nanoTime();
    }

    @Override
    public void prepare(TaskContext<Integer> context) {
        millis = millis(context.arguments(), context.engine());
        usualMillis = millis(context.arguments(), NO_ENGINE);
        fromNanos = System.nanoTime() + from(context.arguments()) * 1_000_000L;
        putting = putting(context.arguments());
    }

    @Override
    public Long identity() {
        return 0L;
    }

    @Override
    public Long executeTask(Integer task, TaskContext<Integer> context) throws InterruptedException {
        long begin = System.nanoTime();
        long end = begin + (begin - fromNanos >= 0 ? millis : usualMillis) * 1_000_000;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            if (Thread.interrupted()) { // a copy on another engine has ended first
                throw new InterruptedException("task " + task);
            }
            LockSupport.parkNanos(left);
        }
        if (task <= putting) {
            context.put(task + MOST);
        }
        return task.longValue();
    }

    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    @Override
    public void handleResults(Long sum, Report report) {
        report.put("sum", sum);
        report.put("seconds", (System.nanoTime() - startNanos) / 1e9);
    }
}
