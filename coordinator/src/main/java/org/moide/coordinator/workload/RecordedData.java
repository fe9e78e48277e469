package org.moide.coordinator.workload;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.moide.balance.data.TaskClass;
import org.moide.balance.workload.DataLayout;

/**
 * The data objects of a recorded run, and which objects each task reads. Immutable.
 *
 * @param ids the objects' IDs as the application chose them, in ascending order
 * @param bytes the sizes of the objects, in the order of {@code ids}
 * @param classes the different sets of objects that tasks read. A class of tasks consists of the tasks that read the
 *     same objects. Tasks that read nothing have no class
 * @param taskClasses for each task the index of its class, or {@link #READS_NOTHING}; empty if no task reads anything
 * @param atMembers whether a simulation begins with the objects and tasks spread over its engines. In a real run all of
 *     them are at first at the root, which is on the coordinator
 */
@SuppressWarnings("ArrayRecordComponent") // large arrays, and records are never compared
public record RecordedData(long[] ids, long[] bytes, List<TaskClass> classes, int[] taskClasses, boolean atMembers) {
    /** The value in {@code taskClasses} for a task that reads nothing. */
    public static final int READS_NOTHING = -1;

    /** The data of a run whose tasks read nothing. */
    public static final RecordedData NONE = new RecordedData(new long[0], new long[0], List.of(), new int[0], false);

    /** The greatest size of an object in bytes, a terabyte. No engine has so much memory. */
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

    /** Returns whether no task reads any data object. */
    public boolean isNone() {
        return taskClasses.length == 0;
    }

    /** Returns the class of a task, which says what objects the task reads. */
    public TaskClass taskClass(int task) {
        return isNone() || taskClasses[task] == READS_NOTHING ? TaskClass.NONE : classes.get(taskClasses[task]);
    }

    /**
     * Returns the data in the form that a simulation needs: it numbers the objects from 0 in the order of their IDs.
     *
     * @param recordedTasks for each task of the simulation the recorded task from which it was made
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
