package org.moide.balance.data;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * The state of a run's data objects at a moment, for observers.
 *
 * @param objects how many there are
 * @param bytes theirs
 * @param largest the largest first; of very many objects the largest of some
 * @param held how many each member has a copy of, by its number
 */
public record ObjectsNow(long objects, long bytes, List<Listed> largest, Map<Integer, Integer> held) {
    /** Longer lists nobody reads while they change. */
    public static final int MOST_LISTED = 40;

    /** The largest are sought among this many. */
    public static final int MOST_LOOKED_AT = 4_096;

    /** The state of a run without any. */
    public static final ObjectsNow NONE = new ObjectsNow(0, 0, List.of(), Map.of());

    public ObjectsNow {
        largest = List.copyOf(largest);
        held = Collections.unmodifiableMap(new TreeMap<>(held));
    }

    /**
     * One object.
     *
     * @param recomputable whether members can make it again, so that the root has no copy
     * @param writer who has written it, for the user
     * @param copies how many members have one
     * @param fetches how often a member has fetched it
     */
    public record Listed(long id, long bytes, boolean recomputable, String writer, int copies, long fetches) {
        private Listed by(String who) {
            return new Listed(id, bytes, recomputable, who, copies, fetches);
        }
    }

    /** The largest of these, each with its writer. */
    static ObjectsNow of(
            long objects, long bytes, List<Listed> some, Map<Integer, Integer> held, LongFunction<String> writers) {
        List<Listed> largest = some.stream()
                .sorted(Comparator.comparingLong(Listed::bytes).reversed().thenComparing(Listed::id))
                .limit(MOST_LISTED)
                .map(one -> one.by(writers.apply(one.id())))
                .toList();
        return new ObjectsNow(objects, bytes, largest, held);
    }
}
