package org.moide.balance.data;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * The state of a run's data objects at one moment, for observers.
 *
 * @param objects the number of objects
 * @param bytes their total size
 * @param largest the largest objects, the largest first; if there are very many objects, the largest of a sample
 * @param held the number of copies that each member has, by member number
 */
public record ObjectsNow(long objects, long bytes, List<Listed> largest, Map<Integer, Integer> held) {
    /** The most objects listed. A longer list changes too fast to be read. */
    public static final int MOST_LISTED = 40;

    /** The most objects examined to find the largest ones. */
    public static final int MOST_LOOKED_AT = 4_096;

    /** The state of a run without data objects. */
    public static final ObjectsNow NONE = new ObjectsNow(0, 0, List.of(), Map.of());

    public ObjectsNow {
        largest = List.copyOf(largest);
        held = Collections.unmodifiableMap(new TreeMap<>(held));
    }

    /**
     * One object of the list of largest ones.
     *
     * @param recomputable whether members can compute it again, so that the root has no copy
     * @param writer a readable name of the task or engine that wrote it
     * @param copies the number of members with a copy
     * @param fetches how often members have fetched it
     */
    public record Listed(long id, long bytes, boolean recomputable, String writer, int copies, long fetches) {
        private Listed by(String who) {
            return new Listed(id, bytes, recomputable, who, copies, fetches);
        }
    }

    /** Returns the state with the largest of these objects, each with its writer's name. */
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
