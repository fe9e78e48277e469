package org.moide.samples.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.moide.engine.Arguments;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;
import org.moide.engine.UsageException;

/**
 * Measures the cost of a small data object, and whether that cost grows with the number of objects. The run has phases;
 * each has a given number of objects. Each object is written, read by a task of its own, and released.
 *
 * <p>Reports, for each number of objects, the medians over the phases with that number, in nanoseconds for each object:
 * {@code writeNanos}, the time to write it in {@code createTasks}; {@code runNanos}, the time from the first put until
 * all tasks are done, which includes bringing the object to its task, and with {@code --writer tasks} also writing it;
 * {@code releaseNanos}, the time to release it. A task is the ID of the object that it reads; a negative number stands
 * for a task that writes objects.
 */
public final class ObjectBench implements TaskApplication<Long, Long> {
    private static final String OBJECTS = "--objects";
    private static final String BYTES = "--bytes";
    private static final String WRITER = "--writer";
    private static final String CREATE_TASKS = "createTasks";
    private static final String TASKS = "tasks";
    private static final String DEFAULT_OBJECTS = "10000,1000,10000,1000,10000,1000,10000,100000";
    private static final int MOST_OBJECTS = 10_000_000;
    private static final int MOST_BYTES = 1 << 24;

    /** The number of objects that one call releases, or that one task writes. */
    private static final int AT_ONCE = 1_000;

    /**
     * The measured times, one for each phase, in nanoseconds for each object. The key consists of the operation and the
     * number of objects.
     */
    private final Map<String, List<Double>> nanos = new TreeMap<>();

    private long expected;
    private long found;

    @Override
    public String summary() {
        return "measures what each of many small data objects costs";
    }

    @Override
    public String usage() {
        return """
            --objects n,m,..  how many each phase has; default %s
            --bytes n         how large each is; default 100
            --writer who      createTasks, or tasks that put those that read; default createTasks""".formatted(DEFAULT_OBJECTS);
    }

    @Override
    public void check(Arguments arguments) {
        arguments.allow(Set.of(OBJECTS, BYTES, WRITER), Set.of(), 0);
        objects(arguments);
        bytes(arguments);
        tasksWrite(arguments);
    }

    private static int[] objects(Arguments arguments) {
        String[] words = arguments.text(OBJECTS, DEFAULT_OBJECTS).split(",", -1);
        try {
            int[] all = Arrays.stream(words).mapToInt(Integer::parseInt).toArray();
            if (Arrays.stream(all).allMatch(one -> one >= 1 && one <= MOST_OBJECTS)) {
                return all;
            }
        } catch (NumberFormatException none) {
            // As other words.
        }
        throw new UsageException(OBJECTS + ": expected numbers from 1 to " + MOST_OBJECTS + " with commas, found '"
                + String.join(",", words) + "'");
    }

    private static int bytes(Arguments arguments) {
        return arguments.count(BYTES, 100, 1, MOST_BYTES);
    }

    private static boolean tasksWrite(Arguments arguments) {
        String who = arguments.text(WRITER, CREATE_TASKS);
        if (!who.equals(CREATE_TASKS) && !who.equals(TASKS)) {
            throw new UsageException(WRITER + ": expected " + CREATE_TASKS + " or " + TASKS + ", found '" + who + "'");
        }
        return who.equals(TASKS);
    }

    @Override
    public void createTasks(TaskContext<Long> context) throws Exception {
        long from = 0;
        for (int objects : objects(context.arguments())) {
            long to = from + objects;
            long begin = System.nanoTime();
            if (!tasksWrite(context.arguments())) {
                writeAll(from, to, context);
                begin = took("writeNanos", objects, begin);
                for (long id = from; id < to; id++) {
                    context.put(id, id);
                }
            } else {
                for (long first = from; first < to; first += AT_ONCE) {
                    context.put(-1 - first);
                }
                expected += (objects + AT_ONCE - 1) / AT_ONCE;
            }
            context.flush();
            begin = took("runNanos", objects, begin);
            for (long first = from; first < to; first += AT_ONCE) {
                context.release(
                        LongStream.range(first, Math.min(to, first + AT_ONCE)).toArray());
            }
            context.flush();
            took("releaseNanos", objects, begin);
            expected += objects;
            from = to;
        }
    }

    private static void writeAll(long from, long to, TaskContext<Long> context) {
        int bytes = bytes(context.arguments());
        for (long id = from; id < to; id++) {
            byte[] value = new byte[bytes];
            value[0] = (byte) id;
            context.write(id, value);
        }
    }

    /** Records the time since {@code beginNanos}, divided by the number of objects, and returns the present time. */
    private long took(String what, int objects, long beginNanos) {
        long now = System.nanoTime();
        nanos.computeIfAbsent(what + objects, first -> new ArrayList<>()).add((double) (now - beginNanos) / objects);
        return now;
    }

    @Override
    public Long identity() {
        return 0L;
    }

    @Override
    public Long executeTask(Long task, TaskContext<Long> context) {
        if (task >= 0) {
            byte[] value = context.read(task, byte[].class);
            if (value[0] != (byte) (long) task) {
                throw new IllegalStateException("data object " + task + ": found another's bytes");
            }
            return 1L;
        }
        long from = -1 - task;
        long to = 0;
        for (int objects : objects(context.arguments())) { // goes to the end of the object's phase
            to += to <= from ? objects : 0;
        }
        to = Math.min(to, from + AT_ONCE);
        writeAll(from, to, context);
        for (long id = from; id < to; id++) {
            context.put(id, id);
        }
        return 1L;
    }

    @Override
    public Long merge(Long left, Long right) {
        return left + right;
    }

    @Override
    public void handleResults(Long tasks, Report report) {
        found += tasks;
        if (found != expected) {
            throw new IllegalStateException("expected " + expected + " tasks to have run, found " + found);
        }
        report.put("tasks", found);
        nanos.forEach((what, phases) -> report.put(
                what,
                phases.stream()
                        .sorted()
                        .skip((phases.size() - 1) / 2)
                        .findFirst()
                        .orElseThrow()));
    }
}
