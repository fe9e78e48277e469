package org.moide.samples.bench;

import java.util.Set;
import java.util.stream.LongStream;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * Measures the cost of a task besides its own work. All tasks have the same length, or none; {@code createTasks} puts
 * them or, with {@code --local}, tasks do. A task is a number: how many tasks it puts. Its result is the number of
 * tasks that were run.
 *
 * <p>Reports {@code tasks}, {@code seconds} (from before the first task is put), {@code tasksPerSecond}, {@code
 * nanosEach} (the time that a thread takes for each task on average) and {@code steadyTasksPerSecond} (the rate in the
 * second half of the tasks, when the JVM has compiled the code). {@code moide run --classpath
 * target/moide/moide-samples.jar org.moide.samples.bench.TaskBench --tasks 4000000} runs it from a checkout.
 */
public final class TaskBench implements TaskApplication<Integer, Long> {
    private static final String TASKS = "--tasks";
    private static final String MICROS = "--micros";
    private static final String READS = "--reads";
    private static final String LOCAL = "--local";
    private static final int DEFAULT_TASKS = 4_000_000;
    private static final int MOST_TASKS = 1_000_000_000;
    private static final int MOST_MICROS = 60_000_000;
    private static final int MOST_READS = 1_000;

    /**
     * The number of tasks that one task puts at a time, if tasks put tasks. So a pool never has many tasks, as in a
     * depth-first search.
     */
    private static final int LOCAL_BATCH = 1_000;

    /** The duration of a task on this engine. Set by {@link #prepare}, then read by the engine's threads. */
    private volatile long nanosEach;

    /**
     * The IDs of the data objects that each task reads. All tasks read the same ones, so each engine fetches them once.
     */
    private volatile long[] reads = {};

    /** The number of tasks. Used by the coordinator's thread for results. */
    private int tasks;

    private long startNanos;
    private long halfNanos;
    private long doneAtHalf;
    private long done;

    @Override
    public String summary() {
        return "measures what a task costs beside its own work";
    }

    @Override
    public String usage() {
        return """
            --tasks n     how many; default %d
            --micros n    how long each computes, such as 0.3; default 0
            --reads n     of how many data objects, the same for all; default 0
            --local       tasks put tasks, so that they come from the engine's own pool""".formatted(DEFAULT_TASKS);
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(TASKS, MICROS, READS), Set.of(LOCAL), 0);
        tasks(arguments);
        nanosEach(arguments);
        reads(arguments);
    }

    private static int tasks(Arguments arguments) {
        return arguments.count(TASKS, DEFAULT_TASKS, 1, MOST_TASKS);
    }

    private static long nanosEach(Arguments arguments) {
        return Math.round(1_000 * arguments.number(MICROS, 0, 0, MOST_MICROS));
    }

    private static long[] reads(Arguments arguments) {
        return LongStream.range(0, arguments.count(READS, 0, 0, MOST_READS)).toArray();
    }

    @Override
    public void createTasks(TaskContext<Integer> context) {
        tasks = tasks(context.arguments());
        reads = reads(context.arguments());
        for (long id : reads) {
            context.write(id, new byte[1_000]);
        }
        startNanos = System.nanoTime(); // before the first task is put: tasks run while others are put
        if (context.arguments().flag(LOCAL)) {
            put(tasks - 1, context);
        } else {
            for (int task = 0; task < tasks; task++) {
                put(0, context);
            }
        }
    }

    private void put(int puts, TaskContext<Integer> context) {
        long[] ids = reads;
        if (ids.length == 0) {
            context.put(puts);
        } else {
            context.put(puts, ids);
        }
    }

    @Override
    public void prepare(TaskContext<Integer> context) {
        reads = reads(context.arguments());
        nanosEach = nanosEach(context.arguments());
    }

    @Override
    public Long identity() {
        return 0L;
    }

    @Override
    public Long executeTask(Integer puts, TaskContext<Integer> context) {
        int now = Math.min(puts, LOCAL_BATCH);
        if (puts > now) {
            now--;
            put(puts - now - 1, context); // this task is one of them, and runs after the others
        }
        for (int task = 0; task < now; task++) {
            put(0, context);
        }
        for (long id : reads) {
            context.read(id, byte[].class);
        }
        if (nanosEach > 0) {
            long start = System.nanoTime();
            while (System.nanoTime() - start < nanosEach) {
                Thread.onSpinWait();
            }
        }
        return 1L;
    }

    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    @Override
    public boolean handlePartial(Long partial, Report report) {
        done += partial;
        if (doneAtHalf == 0 && 2 * done >= tasks) {
            doneAtHalf = done;
            halfNanos = System.nanoTime();
        }
        return true;
    }

    @Override
    public void handleResults(Long rest, Report report) {
        long now = System.nanoTime();
        if (done != tasks) {
            throw new IllegalStateException("expected " + tasks + " tasks to have run, found " + done);
        }
        double seconds = (now - startNanos) / 1e9;
        report.put("tasks", done);
        report.put("seconds", seconds);
        report.put("tasksPerSecond", done / seconds);
        if (doneAtHalf < done) {
            report.put("steadyTasksPerSecond", (done - doneAtHalf) / ((now - halfNanos) / 1e9));
        }
        report.put("nanosEach", seconds * 1e9 / done);
    }
}
