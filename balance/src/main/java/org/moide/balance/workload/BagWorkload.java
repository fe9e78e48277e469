package org.moide.balance.workload;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.moide.balance.data.TaskClass;

/** A simulated bag of tasks. A task may put others while it runs, and may read data objects. */
public final class BagWorkload extends Workload {
    /**
     * The most portions in which a task puts (creates) its children. More portions would need more events without
     * changing the result much.
     */
    private static final int MOST_PORTIONS = 4;

    /** The most object IDs in all classes together. So many take some hundred megabytes. */
    private static final long MOST_IDS = 20_000_000;

    private final int taskBytes;
    private final DataLayout data;

    /**
     * Makes a workload of tasks without data objects.
     *
     * @param name a description for the user
     * @param parents by task: the task that puts it, or {@link #NO_PARENT}
     * @param nanos by task: its time on a thread of power 1, at least 1
     * @param taskBytes the approximate size of an encoded task
     * @throws IllegalArgumentException for a parent that is not a task, a cycle, a time below 1, or too many tasks
     */
    public BagWorkload(String name, int[] parents, long[] nanos, int taskBytes) {
        this(name, parents, nanos, taskBytes, DataLayout.NONE);
    }

    /**
     * Makes a workload of tasks that read data objects.
     *
     * @param parents by task: the task that puts it, or {@link #NO_PARENT}
     * @param nanos by task: its time on a thread of power 1, at least 1
     * @param taskBytes the approximate size of an encoded task
     * @param data the objects, and which of them each task reads
     */
    public BagWorkload(String name, int[] parents, long[] nanos, int taskBytes, DataLayout data) {
        super(name, parents, nanos);
        if (!data.isNone() && data.classes().length != nanos.length) {
            throw new IllegalArgumentException(
                    name + ": expected a class for each of " + nanos.length + " tasks, found " + data.classes().length);
        }
        if (taskBytes < 1) {
            throw new IllegalArgumentException(name + ": expected tasks of at least 1 byte, found " + taskBytes);
        }
        this.taskBytes = taskBytes;
        this.data = data;
    }

    /** Returns the approximate size of an encoded task. */
    public int taskBytes() {
        return taskBytes;
    }

    public DataLayout data() {
        return data;
    }

    /** Returns the data objects that a task reads. */
    public TaskClass taskClass(int task) {
        return data.taskClass(task);
    }

    /** Returns in how many portions a task puts (creates) other tasks. The portions are spread evenly over its time. */
    public int portions(int task) {
        return Math.min(childCount(task), MOST_PORTIONS);
    }

    /**
     * Returns the index of the first child (task that this task puts) that does not belong to this portion or an
     * earlier one.
     */
    public int endOfPortion(int task, int portion) {
        return (int) ((long) childCount(task) * (portion + 1) / portions(task));
    }

    /**
     * Returns the time of the longest chain of tasks, each of which is put (created) by the one before while that one
     * runs.
     */
    @Override
    public double longestNanos() {
        double longest = 0;
        int[] waiting = new int[tasks()];
        double[] startNanos = new double[tasks()];
        int end = rootTasks();
        for (int index = 0; index < end; index++) {
            waiting[index] = root(index);
        }
        for (int at = 0; at < end; at++) {
            int task = waiting[at];
            longest = Math.max(longest, startNanos[task] + nanos(task));
            double partNanos = (double) nanos(task) / (portions(task) + 1);
            int portion = 0;
            for (int index = 0; index < childCount(task); index++) {
                while (index >= endOfPortion(task, portion)) {
                    portion++;
                }
                int child = child(task, index);
                startNanos[child] = startNanos[task] + (portion + 1) * partNanos;
                waiting[end++] = child;
            }
        }
        return longest;
    }

    // --- workloads that are made from this one --------------------------------------------------------------------

    /**
     * Returns the same workload with another start: tasks and data objects are at the members, if {@code atMembers} is
     * true, or else at the root.
     *
     * @throws IllegalArgumentException if tasks without data objects are to be at the members
     */
    public BagWorkload placed(boolean atMembers) {
        if (data.atMembers() == atMembers) {
            return this;
        }
        if (data.isNone()) {
            throw new IllegalArgumentException(
                    name() + ": expected tasks that read data objects for place=members, found none");
        }
        return made(allParents(), allNanos(), new DataLayout(data.bytes(), data.classes(), atMembers));
    }

    /**
     * Returns the workload without the tasks that read an object whose ID is {@code objects} or higher. A task is also
     * left out if the task that puts it is.
     *
     * @throws IllegalArgumentException if there are fewer objects, or if no task is left
     */
    public BagWorkload ofFirstObjects(int objects) {
        if (objects < 1 || objects > data.bytes().length) {
            throw new IllegalArgumentException(name() + ": expected objects from 1 to " + data.bytes().length
                    + ", as many as tasks read, found " + objects);
        }
        boolean[] kept = kept(objects);
        int[] places = new int[kept.length];
        int count = 0;
        for (int task = 0; task < kept.length; task++) {
            places[task] = count;
            count += kept[task] ? 1 : 0;
        }
        if (count == 0) {
            throw new IllegalArgumentException(
                    name() + ": expected a task that reads only the first " + objects + " objects, found none");
        }
        int[] someParents = new int[count];
        long[] someNanos = new long[count];
        TaskClass[] someClasses = new TaskClass[count];
        for (int task = 0; task < kept.length; task++) {
            if (kept[task]) {
                int place = places[task];
                someParents[place] = parent(task) == NO_PARENT ? NO_PARENT : places[parent(task)];
                someNanos[place] = nanos(task);
                someClasses[place] = taskClass(task);
            }
        }
        return made(
                someParents,
                someNanos,
                new DataLayout(Arrays.copyOf(data.bytes(), objects), someClasses, data.atMembers()));
    }

    private boolean[] kept(int objects) {
        boolean[] kept = new boolean[tasks()];
        int[] waiting = new int[tasks()];
        int end = 0;
        for (int index = 0; index < rootTasks(); index++) {
            waiting[end++] = root(index);
        }
        for (int at = 0; at < end; at++) {
            int task = waiting[at];
            TaskClass reads = taskClass(task);
            kept[task] = reads.isNone() || reads.ids()[reads.size() - 1] < objects;
            for (int child = 0; kept[task] && child < childCount(task); child++) {
                waiting[end++] = child(task, child);
            }
        }
        return kept;
    }

    /**
     * Returns the workload several times over; each repetition has objects of its own, with higher IDs.
     *
     * @throws IllegalArgumentException if the limits would be exceeded
     */
    public BagWorkload repeated(int times) {
        int tasks = tasks();
        int objects = data.bytes().length;
        long ids = Arrays.stream(data.classes())
                .distinct()
                .mapToLong(TaskClass::size)
                .sum();
        if (times < 1 || (long) tasks * times > MOST_TASKS || Math.max(ids, objects) > MOST_IDS / times) {
            throw new IllegalArgumentException(name() + ": expected at most " + MOST_TASKS + " tasks, and " + MOST_IDS
                    + " data objects in their classes, found " + tasks + " tasks and " + Math.max(ids, objects)
                    + " objects " + times + " times");
        }
        int[] parents = Arrays.copyOf(allParents(), tasks * times);
        long[] nanos = Arrays.copyOf(allNanos(), tasks * times);
        long[] bytes = Arrays.copyOf(data.bytes(), objects * times);
        TaskClass[] classes = Arrays.copyOf(data.classes(), data.isNone() ? 0 : tasks * times);
        for (int time = 1; time < times; time++) {
            System.arraycopy(nanos, 0, nanos, time * tasks, tasks);
            System.arraycopy(bytes, 0, bytes, time * objects, objects);
            Map<TaskClass, TaskClass> shifted = new HashMap<>();
            long firstId = (long) time * objects;
            for (int task = 0; task < tasks; task++) {
                int place = time * tasks + task;
                parents[place] = parents[task] == NO_PARENT ? NO_PARENT : parents[task] + time * tasks;
                if (!data.isNone()) {
                    classes[place] = shifted.computeIfAbsent(
                            classes[task],
                            reads -> TaskClass.of(
                                    reads.stream().map(id -> id + firstId).toArray()));
                }
            }
        }
        return made(parents, nanos, new DataLayout(bytes, classes, data.atMembers()));
    }

    private BagWorkload made(int[] parents, long[] nanos, DataLayout layout) {
        return new BagWorkload(name(), parents, nanos, taskBytes, layout);
    }

    private int[] allParents() {
        return IntStream.range(0, tasks()).map(this::parent).toArray();
    }

    private long[] allNanos() {
        return IntStream.range(0, tasks()).mapToLong(this::nanos).toArray();
    }
}
