package org.moide.coordinator.run;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.Program;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.TaskContext;

/**
 * A bag in which {@code createTasks} puts some tasks, the roots, and these put other tasks, so that there are about
 * four for each root. Some tasks throw an exception at their first try. The result shows how often each task was
 * counted.
 *
 * <p>If the number of roots is odd, every second task reads data objects, some tasks write an object which is read by
 * the tasks that they put, and some read a shared table. Each try of a task writes other bytes, so that it shows if two
 * tries are counted. Some bags have two phases.
 */
final class SimulatedBag implements TaskApplication<SimulatedBag.Work, long[]> {
    private static final int GENERATIONS = 3;
    private static final int TASKS_FOR_ONE_THAT_THROWS = 16;
    private static final int TASKS_FOR_ONE_THAT_WRITES = 3;
    private static final String SHARED = "shared";
    private static final long SHARED_NUMBER = 4_711;

    /**
     * The name of a shared table, in runs whose tasks read objects. It is sent in two pieces and exceeds the memory for
     * objects.
     */
    private static final String TABLE = "table";

    private static final int TABLE_LONGS = 150_000;
    private static final int TASKS_FOR_ONE_THAT_LOOKS_UP = 5;
    private static final int OBJECTS = 7;

    /** The ID of the object that the tasks of the first phase read. In bags of two phases it is released after that. */
    private static final long RELEASED = 1L << 60;

    private static final int OBJECT_LONGS = 500;

    /** The memory for objects in bytes. Three objects fit into it, so that some are dropped and fetched again. */
    static final long DATA_MEMORY = 3 * (OBJECT_LONGS * Long.BYTES + 100);

    private final SimNode node;
    private final int roots;
    private final int pace;
    private final Set<Long> thrown;
    private final AtomicLong tries;
    private long shared;

    /** A task. Its number decides which tasks it puts and how much time it takes. */
    record Work(long number, int generation, boolean parentWrites) implements Serializable {
        private static final long serialVersionUID = 1L;

        private int children() {
            return generation < GENERATIONS ? (int) Math.floorMod(mixed() >>> 8, 3L) : 0;
        }

        private Work child(int index) {
            return new Work(number * 4 + 1 + index, generation + 1, writes());
        }

        /** Returns the IDs of the data objects that the task reads in a run with data objects. */
        private long[] reads() {
            long first = Math.floorMod(mixed() >>> 24, 2L * OBJECTS);
            if (parentWrites) {
                return first < OBJECTS ? new long[] {first, parentsObject()} : new long[] {parentsObject()};
            }
            return first < OBJECTS ? new long[] {first, (first + 1) % OBJECTS} : new long[0];
        }

        private boolean writes() {
            return Math.floorMod(mixed() >>> 40, (long) TASKS_FOR_ONE_THAT_WRITES) == 0;
        }

        /** Returns the ID of the object that the task writes if it is one that writes. */
        private long object() {
            return OBJECTS + number;
        }

        private long parentsObject() {
            return OBJECTS + (number - 1) / 4;
        }

        private boolean throwsFirst() {
            return Math.floorMod(mixed() >>> 16, (long) TASKS_FOR_ONE_THAT_THROWS) == 0;
        }

        private boolean looksUp() {
            return Math.floorMod(mixed() >>> 48, (long) TASKS_FOR_ONE_THAT_LOOKS_UP) == 0;
        }

        private int row() {
            return (int) Math.floorMod(mixed() >>> 12, (long) TABLE_LONGS);
        }

        private long mixed() {
            long mixed = number * 0x9E3779B97F4A7C15L;
            return mixed ^ (mixed >>> 29);
        }
    }

    /**
     * Creates the application in one process.
     *
     * @param thrown the numbers of the tasks that have thrown an exception; shared by all processes of the run
     * @param tries counts the objects that tasks have written; shared by all processes of the run
     */
    private SimulatedBag(SimNode node, int roots, int pace, Set<Long> thrown, AtomicLong tries) {
        this.tries = tries;
        this.node = node;
        this.roots = roots;
        this.pace = pace;
        this.thrown = thrown;
    }

    /** Returns a function that creates the application in each process of one run. */
    static Function<SimNode, Program> ofOneRun(int roots, int pace) {
        Set<Long> thrown = new HashSet<>();
        AtomicLong tries = new AtomicLong();
        return node -> new SimulatedBag(node, roots, pace, thrown, tries);
    }

    /** Returns the result that a run must have: the number of tasks, and a sum to which each task adds a number. */
    static long[] expected(int roots) {
        long[] sum = new long[2];
        for (int root = 0; root < roots; root++) {
            add(root(root), reads(roots), sum);
        }
        return sum;
    }

    private static boolean reads(int roots) {
        return roots % 2 == 1;
    }

    private static long numberIn(long object) {
        return 31 * object + 17;
    }

    private static Work root(int index) {
        return new Work(1_000_003L * (index + 1), 0, false);
    }

    private static void add(Work work, boolean reads, long[] sum) {
        sum[0]++;
        sum[1] += work.mixed() ^ SHARED_NUMBER;
        for (long object : reads ? work.reads() : new long[0]) {
            sum[1] += numberIn(object);
        }
        sum[1] += reads && work.looksUp() ? numberIn(work.row()) : 0;
        for (int child = 0; child < work.children(); child++) {
            add(work.child(child), reads, sum);
        }
    }

    private void putRoot(int root, TaskContext<Work> context) {
        if (hasPhases() && root <= roots / 2) {
            context.put(
                    root(root),
                    LongStream.concat(
                                    LongStream.of(RELEASED),
                                    Arrays.stream(root(root).reads()))
                            .toArray());
        } else {
            put(root(root), context);
        }
    }

    private boolean hasPhases() {
        return roots % 4 == 1;
    }

    private void put(Work work, TaskContext<Work> context) {
        if (reads(roots)) {
            context.put(work, work.reads());
        } else {
            context.put(work);
        }
    }

    @Override
    public void createTasks(TaskContext<Work> context) throws Exception {
        context.share(SHARED, SHARED_NUMBER);
        if (reads(roots)) {
            context.share(TABLE, table());
        }
        for (int object = 0; object < (reads(roots) && !initializes() ? OBJECTS : 0); object++) {
            if (object % 6 == 2) {
                context.declare(object, OBJECT_LONGS * Long.BYTES + 50);
            } else {
                write(object, context);
            }
        }
        if (hasPhases()) {
            context.write(RELEASED, numbers(RELEASED));
        }
        for (int root = 0; root < roots; root++) {
            if (roots % 5 == 2 && root % 8 == 7) {
                // Long enough for tasks to flow to engines meanwhile.
                node.compute(Duration.ofMillis(root < 8 ? 1_100 : 150));
            }
            if (!initializes() || root % 2 == 0) {
                putRoot(root, context);
            }
            if (hasPhases() && root == roots / 2) {
                context.release(RELEASED);
                context.flush();
            }
        }
    }

    /**
     * Returns whether engines call {@code initialize} at their start. It writes the objects that all tasks read, and
     * puts every second root.
     */
    private boolean initializes() {
        return roots % 4 == 3;
    }

    @Override
    public void initialize(int part, int parts, TaskContext<Work> context) {
        if (!initializes()) {
            return;
        }
        node.compute(Duration.ofMillis(5L * (part + 1)));
        for (int object = part; object < OBJECTS; object += parts) {
            write(object, context);
        }
        for (int root = 2 * part + 1; root < roots; root += 2 * parts) {
            put(root(root), context);
        }
    }

    private void write(long object, TaskContext<Work> context) {
        if (isRecomputable(object)) {
            context.writeRecomputable(object, recompute(object, context));
        } else {
            long[] numbers = numbers(object);
            numbers[0] = initializes() || object >= OBJECTS ? tries.incrementAndGet() : 0;
            context.write(object, numbers);
        }
    }

    private static boolean isRecomputable(long object) {
        return object % 3 == 2;
    }

    @Override
    public long[] recompute(long object, TaskContext<Work> context) {
        if (!isRecomputable(object)) {
            throw new IllegalStateException("expected to be asked for what can be made again, found " + object);
        }
        return numbers(object);
    }

    private static long[] table() {
        long[] table = new long[TABLE_LONGS];
        Arrays.setAll(table, SimulatedBag::numberIn);
        return table;
    }

    private static long[] numbers(long object) {
        long[] numbers = new long[OBJECT_LONGS];
        Arrays.fill(numbers, numberIn(object));
        return numbers;
    }

    @Override
    public long[] identity() {
        return new long[2];
    }

    @Override
    public void prepare(TaskContext<Work> context) {
        shared = context.shared(SHARED, Long.class);
    }

    @Override
    public long[] executeTask(Work work, TaskContext<Work> context) {
        node.compute(Duration.ofNanos(pace * (2_000_000 + Math.floorMod(work.mixed(), 32_000_000L))));
        if (reads(roots) && work.writes()) {
            write(work.object(), context);
        }
        if (work.throwsFirst() && thrown.add(work.number())) {
            throw new IllegalStateException("the first try");
        }
        for (int child = 0; child < work.children(); child++) {
            put(work.child(child), context);
        }
        long read = 0;
        for (long object : reads(roots) ? work.reads() : new long[0]) {
            read += context.read(object, long[].class)[OBJECT_LONGS - 1];
        }
        read += reads(roots) && work.looksUp() ? context.shared(TABLE, long[].class)[work.row()] : 0;
        return new long[] {1, (work.mixed() ^ shared) + read};
    }

    @Override
    public long[] merge(long[] left, long[] right) {
        return new long[] {left[0] + right[0], left[1] + right[1]};
    }

    @Override
    public void handleResults(long[] sum, Report report) {
        report.put("count", sum[0]);
        report.put("sum", sum[1]);
    }
}
