package org.moide.coordinator.workload;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.moide.balance.data.TaskClass;
import org.moide.balance.workload.DataLayout;

/**
 * The data objects that the tasks of a recorded run read, and which objects each task reads. Immutable.
 *
 * @param ids the objects' IDs as the application chose them, in rising order
 * @param bytes the sizes of the objects, in the order of {@code ids}
 * @param classes the classes of tasks, each once, without a class for tasks that read nothing
 * @param taskClasses the index of its class for each task, {@link #READS_NOTHING} if it has none; empty if no task
 *     has one
 * @param atMembers whether objects and tasks are spread over the members at the start; in a real run they are at
 *     the root
 */
@SuppressWarnings("ArrayRecordComponent") // hundreds of thousands of tasks; never compared
public record RecordedData(long[] ids, long[] bytes, List<TaskClass> classes, int[] taskClasses, boolean atMembers) {
    /** The index of a task's class if the task reads nothing. */
    public static final int READS_NOTHING = -1;

    /** The data of tasks that read nothing. */
    public static final RecordedData NONE = new RecordedData(new long[0], new long[0], List.of(), new int[0], false);

    /** The greatest size of an object, a terabyte; no engine has room for more. */
    private static final long MOST_BYTES = 1L << 40;

    public RecordedData {
        classes = List.copyOf(classes);
        if (ids.length != bytes.length) {
            throw new IllegalArgumentException(
                    "expected objects and objectBytes of one length, found " + ids.length + " and " + bytes.length);
        }
        for (int object = 0; object < ids.length; object++) {
            if (ids[object] < 0 || (object > 0 && ids[object] <= ids[object - 1])) {
                throw new IllegalArgumentException("object " + object
                        + ": expected an ID from 0 on, each once and in rising order, found " + ids[object]
                        + (object > 0 ? " after " + ids[object - 1] : ""));
            }
            if (bytes[object] < 1 || bytes[object] > MOST_BYTES) {
                throw new IllegalArgumentException(
                        "object " + object + ": expected from 1 to " + MOST_BYTES + " bytes, found " + bytes[object]);
            }
        }
        Set<TaskClass> seen = new HashSet<>();
        for (int index = 0; index < classes.size(); index++) {
            TaskClass reads = classes.get(index);
            if (reads.isNone() || !seen.add(reads)) {
                throw new IllegalArgumentException("class " + index + ": expected "
                        + (reads.isNone() ? "at least 1 object, found none" : "each class once, found it again"));
            }
            for (long id : reads.ids()) {
                if (Arrays.binarySearch(ids, id) < 0) {
                    throw new IllegalArgumentException(
                            "class " + index + ": expected IDs that are among objects, found " + id);
                }
            }
        }
        for (int task = 0; task < taskClasses.length; task++) {
            if (taskClasses[task] < READS_NOTHING || taskClasses[task] >= classes.size()) {
                throw new IllegalArgumentException("task " + task + ": expected the number of one of " + classes.size()
                        + " classes, or " + READS_NOTHING + ", found " + taskClasses[task]);
            }
        }
    }

    /** Returns whether no task reads anything. */
    public boolean isNone() {
        return taskClasses.length == 0;
    }

    /** Returns the class of a task, which says what it reads. */
    public TaskClass taskClass(int task) {
        return isNone() || taskClasses[task] == READS_NOTHING ? TaskClass.NONE : classes.get(taskClasses[task]);
    }

    /**
     * Returns the data for a simulation, which numbers the objects from 0 on in the order of their IDs.
     *
     * @param recordedTasks for each task of the simulation, the recorded task whose class it has
     */
    DataLayout layout(int[] recordedTasks) {
        if (isNone()) {
            return DataLayout.NONE;
        }
        TaskClass[] numbered = new TaskClass[classes.size()];
        for (int index = 0; index < numbered.length; index++) {
            numbered[index] = TaskClass.of(classes.get(index).stream()
                    .map(id -> Arrays.binarySearch(ids, id))
                    .toArray());
        }
        TaskClass[] ofTasks = new TaskClass[recordedTasks.length];
        for (int task = 0; task < ofTasks.length; task++) {
            int index = taskClasses[recordedTasks[task]];
            ofTasks[task] = index == READS_NOTHING ? TaskClass.NONE : numbered[index];
        }
        return new DataLayout(bytes, ofTasks, atMembers);
    }
}
