package org.moide.balance.data;

import java.io.Serializable;
import java.util.List;

/**
 * The words about data objects of a member that asks for tasks.
 *
 * @param classes the classes of which it wants tasks, and how many of each; empty if it leaves that to the lender
 * @param resident IDs of objects that it has, or is about to have: tasks that read these cost it least; the latest, and not
 *     all if they are many
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and never changed
public record DataWanted(List<ClassCount> classes, long[] resident) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most classes: this many fit into any message, and are looked through in microseconds. */
    public static final int MOST_CLASSES = 256;

    /** The most objects, as {@link #MOST_CLASSES}. */
    public static final int MOST_RESIDENT = 256;

    /** The words for tasks that read nothing. */
    public static final DataWanted NOTHING = new DataWanted(List.of(), new long[0]);

    public DataWanted {
        classes = List.copyOf(classes);
        requireFew(classes);
        if (resident.length > MOST_RESIDENT) {
            throw new IllegalArgumentException(
                    "expected at most " + MOST_RESIDENT + " objects in a request, found " + resident.length);
        }
    }

    /**
     * Checks that a message's classes are not too many.
     *
     * @throws IllegalArgumentException if they are
     */
    public static void requireFew(List<ClassCount> classes) {
        if (classes.size() > MOST_CLASSES) {
            throw new IllegalArgumentException(
                    "expected at most " + MOST_CLASSES + " classes in a message, found " + classes.size());
        }
    }
}
