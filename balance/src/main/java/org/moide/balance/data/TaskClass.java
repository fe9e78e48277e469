package org.moide.balance.data;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The class of a task: the set of data objects that it reads (TDC, §4.1). Immutable; two of the same objects are equal.
 * Part of MOIDE's API.
 *
 * @param ids the objects' IDs, from 0 on, each once and in rising order; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared below; never changed, so not copied for each task
public record TaskClass(long[] ids) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A task that names more is a slip: its name would be longer than what most tasks compute on. */
    public static final int MOST_OBJECTS = 10_000;

    /** The class of a task that reads none. */
    public static final TaskClass NONE = new TaskClass(new long[0]);

    public TaskClass {
        if (ids.length > MOST_OBJECTS) {
            throw new IllegalArgumentException(
                    "expected a task that reads at most " + MOST_OBJECTS + " data objects, found " + ids.length);
        }
        for (int index = 0; index < ids.length; index++) {
            if (ids[index] < 0 || (index > 0 && ids[index] <= ids[index - 1])) {
                throw new IllegalArgumentException("expected data objects from 0 on, each once and in rising order,"
                        + " found " + ids[index] + (index > 0 ? " after " + ids[index - 1] : ""));
            }
        }
    }

    /**
     * The class of a task that reads these objects, in any order; one that is named twice counts once.
     *
     * @throws IllegalArgumentException for more than {@link #MOST_OBJECTS}, or an ID below 0
     */
    public static TaskClass of(long... ids) {
        for (long id : ids) {
            if (id < 0) {
                throw new IllegalArgumentException("expected a data object's ID from 0 on, found " + id);
            }
        }
        if (ids.length == 0) {
            return NONE;
        }
        return new TaskClass(
                isRising(ids)
                        ? ids.clone()
                        : Arrays.stream(ids).sorted().distinct().toArray());
    }

    /** Tells whether IDs rise, as most callers give them: a stream would take longer than all else that a put does. */
    private static boolean isRising(long[] ids) {
        for (int index = 1; index < ids.length; index++) {
            if (ids[index] <= ids[index - 1]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the task reads nothing. */
    public boolean isNone() {
        return ids.length == 0;
    }

    /** The number of objects it reads. */
    public int size() {
        return ids.length;
    }

    /** Returns whether the task reads this object. */
    public boolean contains(long id) {
        return Arrays.binarySearch(ids, id) >= 0;
    }

    /** The IDs, in rising order. */
    public LongStream stream() {
        return Arrays.stream(ids);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TaskClass same && Arrays.equals(ids, same.ids);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ids);
    }

    /** The first objects, for a message. */
    @Override
    public String toString() {
        int shown = Math.min(ids.length, 8);
        String first = Arrays.toString(Arrays.copyOf(ids, shown));
        return shown == ids.length ? first : first + " and " + (ids.length - shown) + " more";
    }
}
