package org.moide.balance.workload;

import org.moide.balance.data.TaskClass;
import org.moide.balance.strategy.Membership;

/**
 * The data objects of a workload: their sizes, the tasks that read them, and their places at the start. Immutable.
 *
 * @param bytes the size of each object
 * @param classes the class of each task; empty if none reads an object
 * @param atMembers whether objects and tasks are at the members at the start, where the objects are spread evenly by
 *     ID; if not, all are at the root
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; the maker of the workload does not change them
public record DataLayout(long[] bytes, TaskClass[] classes, boolean atMembers) {
    /** The layout of tasks that read no objects. */
    public static final DataLayout NONE = new DataLayout(new long[0], new TaskClass[0], false);

    public DataLayout {
        for (int task = 0; task < classes.length; task++) {
            for (long id : classes[task].ids()) {
                if (id >= bytes.length) {
                    throw new IllegalArgumentException("task " + task + ": expected objects below " + bytes.length
                            + ", as many as there are, found " + id);
                }
            }
        }
        for (int id = 0; id < bytes.length; id++) {
            if (bytes[id] < 1) {
                throw new IllegalArgumentException("object " + id + ": expected at least 1 byte, found " + bytes[id]);
            }
        }
    }

    /** Returns whether no task reads an object. */
    public boolean isNone() {
        return classes.length == 0;
    }

    public TaskClass taskClass(int task) {
        return isNone() ? TaskClass.NONE : classes[task];
    }

    /**
     * Returns the rank of the member that has an object at the start; {@link
     * org.moide.balance.strategy.Membership#ROOT} if the root has it.
     */
    public int home(int id, int members) {
        return atMembers ? (int) ((long) id * members / bytes.length) : Membership.ROOT;
    }
}
