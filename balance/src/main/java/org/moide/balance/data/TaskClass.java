package org.moide.balance.data;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The set of data objects that a task reads (TDC, §4.1: a task's class). Immutable; classes of the same objects are
 * equal. Part of MOIDE's API.
 *
 * @param ids the objects' IDs, not negative, distinct and ascending; the caller must not change the array
 */
@SuppressWarnings("ArrayRecordComponent") // compared below; not copied for each task because nobody changes it
public record TaskClass(long[] ids) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The most objects that a task may name. More are taken for a mistake: the task's name would be larger than its
     * data.
     */
    public static final int MOST_OBJECTS = 10_000;

    /** The class of a task that reads no data objects. */
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
     * Returns the class of a task that reads these objects, given in any order; duplicates count once.
     *
     * @throws IllegalArgumentException for more than {@link #MOST_OBJECTS} objects, or for a negative ID
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

    /**
     * Returns whether the IDs are already ascending, as most callers give them. Sorting would take longer than the rest
     * of a put.
     */
    private static boolean isRising(long[] ids) {
        for (int index = 1; index < ids.length; index++) {
            if (ids[index] <= ids[index - 1]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the class has no objects. */
    public boolean isNone() {
        return ids.length == 0;
    }

    /** Returns the number of objects. */
    public int size() {
        return ids.length;
    }

    /** Returns whether tasks of this class read the object. */
    public boolean contains(long id) {
        return Arrays.binarySearch(ids, id) >= 0;
    }

    /** Returns the objects' IDs, ascending. */
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

    /** Lists at most eight IDs and the number of the rest. */
    @Override
    public String toString() {
        int shown = Math.min(ids.length, 8);
        String first = Arrays.toString(Arrays.copyOf(ids, shown));
        return shown == ids.length ? first : first + " and " + (ids.length - shown) + " more";
    }
}
