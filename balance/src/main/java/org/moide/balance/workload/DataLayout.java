package org.moide.balance.workload;

import org.moide.balance.data.TaskClass;
import org.moide.balance.strategy.Membership;

/**
 * The data objects of a workload: how large they are, which tasks read which, and where they are at the start. Immutable.
 *
 * @param bytes by object
 * @param classes of the tasks, by task; empty if none reads anything
 * @param atMembers whether objects and tasks lie at the members at the start, the objects spread evenly in the order of their
 *     IDs; else all are at the root
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; made by whoever makes the workload, and not changed
public record DataLayout(long[] bytes, TaskClass[] classes, boolean atMembers) {
    /** The layout of tasks that read nothing. */
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

    /** Returns whether tasks read nothing. */
    public boolean isNone() {
        return classes.length == 0;
    }

    /** The class of a task: what it reads. */
    public TaskClass taskClass(int task) {
        return isNone() ? TaskClass.NONE : classes[task];
    }

    /** The rank of the member at which an object lies at the start, of so many; the root's number if it is there. */
    public int home(int id, int members) {
        return atMembers ? (int) ((long) id * members / bytes.length) : Membership.ROOT;
    }
}
