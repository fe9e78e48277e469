package org.moide.balance.workload;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.moide.balance.data.TaskClass;

/** A workload that is made from another: a part of it, the same several times, the same spread over the members. */
public final class DerivedWorkload {
    /** So many IDs in all classes together take some hundred megabytes. */
    private static final long MOST_IDS = 20_000_000;

    private DerivedWorkload() {}

    /** The same, with tasks and data objects at the members at the start, or at the root. */
    public static Workload placed(Workload workload, boolean atMembers) {
        DataLayout data = workload.data();
        if (data.atMembers() == atMembers) {
            return workload;
        }
        if (data.isNone()) {
            throw new IllegalArgumentException(
                    workload.name() + ": expected tasks that read data objects for place=members, found none");
        }
        return made(workload, parents(workload), nanos(workload), moved(data, atMembers));
    }

    private static DataLayout moved(DataLayout data, boolean atMembers) {
        return new DataLayout(data.bytes(), data.classes(), atMembers);
    }

    /**
     * The tasks that read only the first objects, and the tasks that read nothing. A task goes with the task that puts it.
     *
     * @param objects how many
     * @throws IllegalArgumentException if there are fewer, or no such task
     */
    public static Workload ofFirstObjects(Workload workload, int objects) {
        DataLayout data = workload.data();
        if (objects < 1 || objects > data.bytes().length) {
            throw new IllegalArgumentException(workload.name() + ": expected objects from 1 to " + data.bytes().length
                    + ", as many as tasks read, found " + objects);
        }
        int[] parents = parents(workload);
        boolean[] kept = kept(workload, objects);
        int[] places = new int[kept.length];
        int count = 0;
        for (int task = 0; task < kept.length; task++) {
            places[task] = count;
            count += kept[task] ? 1 : 0;
        }
        if (count == 0) {
            throw new IllegalArgumentException(workload.name() + ": expected a task that reads only the first "
                    + objects + " objects, found none");
        }
        int[] someParents = new int[count];
        long[] someNanos = new long[count];
        TaskClass[] someClasses = new TaskClass[count];
        for (int task = 0; task < kept.length; task++) {
            if (kept[task]) {
                int place = places[task];
                someParents[place] = parents[task] == Workload.NO_PARENT ? Workload.NO_PARENT : places[parents[task]];
                someNanos[place] = workload.nanos(task);
                someClasses[place] = workload.taskClass(task);
            }
        }
        DataLayout some = new DataLayout(Arrays.copyOf(data.bytes(), objects), someClasses, data.atMembers());
        return made(workload, someParents, someNanos, some);
    }

    private static boolean[] kept(Workload workload, int objects) {
        boolean[] kept = new boolean[workload.tasks()];
        int[] waiting = new int[workload.tasks()];
        int end = 0;
        for (int index = 0; index < workload.rootTasks(); index++) {
            waiting[end++] = workload.root(index);
        }
        for (int at = 0; at < end; at++) {
            int task = waiting[at];
            TaskClass reads = workload.taskClass(task);
            kept[task] = reads.isNone() || reads.ids()[reads.size() - 1] < objects;
            for (int child = 0; kept[task] && child < workload.childCount(task); child++) {
                waiting[end++] = workload.child(task, child);
            }
        }
        return kept;
    }

    /**
     * The same several times, one after the other: the objects of each time have IDs above those of the time before, so
     * nothing is read by tasks of two times.
     *
     * @throws IllegalArgumentException if that is too much
     */
    public static Workload repeated(Workload workload, int times) {
        DataLayout data = workload.data();
        int tasks = workload.tasks();
        int objects = data.bytes().length;
        long ids = Arrays.stream(data.classes())
                .distinct()
                .mapToLong(TaskClass::size)
                .sum();
        if (times < 1 || (long) tasks * times > Workload.MOST_TASKS || Math.max(ids, objects) > MOST_IDS / times) {
            throw new IllegalArgumentException(workload.name() + ": expected at most " + Workload.MOST_TASKS
                    + " tasks, and " + MOST_IDS + " data objects in their classes, found " + tasks + " tasks and "
                    + Math.max(ids, objects) + " objects " + times + " times");
        }
        int[] parents = Arrays.copyOf(parents(workload), tasks * times);
        long[] nanos = Arrays.copyOf(nanos(workload), tasks * times);
        long[] bytes = Arrays.copyOf(data.bytes(), objects * times);
        TaskClass[] classes = Arrays.copyOf(data.classes(), data.isNone() ? 0 : tasks * times);
        for (int time = 1; time < times; time++) {
            System.arraycopy(nanos, 0, nanos, time * tasks, tasks);
            System.arraycopy(bytes, 0, bytes, time * objects, objects);
            Map<TaskClass, TaskClass> shifted = new HashMap<>();
            long firstId = (long) time * objects;
            for (int task = 0; task < tasks; task++) {
                int place = time * tasks + task;
                parents[place] =
                        parents[task] == Workload.NO_PARENT ? Workload.NO_PARENT : parents[task] + time * tasks;
                if (!data.isNone()) {
                    classes[place] = shifted.computeIfAbsent(
                            classes[task],
                            reads -> TaskClass.of(
                                    reads.stream().map(id -> id + firstId).toArray()));
                }
            }
        }
        return made(workload, parents, nanos, new DataLayout(bytes, classes, data.atMembers()));
    }

    private static Workload made(Workload from, int[] parents, long[] nanos, DataLayout data) {
        return new Workload(from.name(), parents, nanos, from.taskBytes(), data);
    }

    private static int[] parents(Workload workload) {
        int[] parents = new int[workload.tasks()];
        Arrays.fill(parents, Workload.NO_PARENT);
        for (int task = 0; task < parents.length; task++) {
            for (int child = 0; child < workload.childCount(task); child++) {
                parents[workload.child(task, child)] = task;
            }
        }
        return parents;
    }

    private static long[] nanos(Workload workload) {
        long[] nanos = new long[workload.tasks()];
        for (int task = 0; task < nanos.length; task++) {
            nanos[task] = workload.nanos(task);
        }
        return nanos;
    }
}
