package org.moide.balance.data;

import java.io.Serializable;
import java.util.List;

/**
 * The part of a request for tasks that concerns data objects: which objects the asking member has, and which tasks it
 * would like.
 *
 * @param classes the wanted classes and the number of tasks of each; empty to leave the choice to the lender
 * @param resident IDs of objects that the member has or is about to have; if there are too many, the latest. Tasks that
 *     read only these need no transfer
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
public record DataWanted(List<ClassCount> classes, long[] resident) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most classes in one message. So many fit into any message and are searched in microseconds. */
    public static final int MOST_CLASSES = 256;

    /** The most objects in one message. So many fit into any message and are searched in microseconds. */
    public static final int MOST_RESIDENT = 256;

    /** The value in a request for tasks whose strategy does not consider data objects. */
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
     * Checks that a message has at most {@link #MOST_CLASSES} classes.
     *
     * @throws IllegalArgumentException if it has more
     */
    public static void requireFew(List<ClassCount> classes) {
        if (classes.size() > MOST_CLASSES) {
            throw new IllegalArgumentException(
                    "expected at most " + MOST_CLASSES + " classes in a message, found " + classes.size());
        }
    }
}
