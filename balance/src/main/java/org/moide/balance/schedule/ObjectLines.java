package org.moide.balance.schedule;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The lines of copies: where data objects are or will be, and when the lines of the members that have them are busy.
 * Each member sends one object at a time, as over the lines of a simulated run; what has arrived can be sent on. The
 * root has all objects. Lines are booked ahead, and a gap between two bookings is used.
 */
final class ObjectLines {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The number in place of a member's rank. */
    private static final int ROOT = -1;

    /** The time at which a copy would come, and from whom. */
    private record Offer(int from, long beginNanos, long endNanos) {}

    private final long[] lineNanos; // by object: how long it is on a line
    private final Map<Integer, Map<Integer, Long>> copies = new HashMap<>(); // by object and rank: since when
    private final Map<Integer, TreeMap<Long, Long>> lines = new HashMap<>(); // by rank: bookings, begin and end

    ObjectLines(long[] bytes, double bytesPerSecond) {
        this.lineNanos = Arrays.stream(bytes)
                .map(one -> Math.max(1, Math.round(one / bytesPerSecond * NANOS_PER_SECOND)))
                .toArray();
    }

    /** A member has a copy from this time on. */
    void has(int object, int rank, long sinceNanos) {
        copies.computeIfAbsent(object, none -> new HashMap<>()).put(rank, sinceNanos);
    }

    /** Notes that a member has an object no more. What is booked already is sent all the same. */
    void dropped(int object, int rank) {
        Map<Integer, Long> some = copies.get(object);
        if (some != null) {
            some.remove(rank);
        }
    }

    /** The time that the largest object is on a line. */
    long longestNanos() {
        return Arrays.stream(lineNanos).max().orElse(0);
    }

    /** The time at which a copy can be at another member at the earliest. */
    long earliestNanos(int object, long nowNanos) {
        return best(object, nowNanos).endNanos();
    }

    /** Brings a copy to a member as early as possible; returns when it is there. */
    long bring(int object, int rank, long nowNanos) {
        Offer offer = best(object, nowNanos);
        lines.computeIfAbsent(offer.from(), none -> new TreeMap<>()).put(offer.beginNanos(), offer.endNanos());
        has(object, rank, offer.endNanos());
        return offer.endNanos();
    }

    private Offer best(int object, long nowNanos) {
        Offer best = offer(object, ROOT, nowNanos);
        for (Map.Entry<Integer, Long> copy :
                copies.getOrDefault(object, Map.of()).entrySet()) {
            Offer offer = offer(object, copy.getKey(), Math.max(nowNanos, copy.getValue()));
            boolean sooner = offer.endNanos() < best.endNanos();
            boolean asSoon = offer.endNanos() == best.endNanos();
            if (sooner || (asSoon && (best.from() == ROOT || offer.from() < best.from()))) {
                best = offer;
            }
        }
        return best;
    }

    /** The first gap in a line that is long enough. */
    private Offer offer(int object, int from, long sinceNanos) {
        TreeMap<Long, Long> line = lines.getOrDefault(from, new TreeMap<>());
        long begin = sinceNanos;
        Map.Entry<Long, Long> before = line.floorEntry(begin);
        if (before != null) {
            begin = Math.max(begin, before.getValue());
        }
        for (Map.Entry<Long, Long> next = line.higherEntry(begin - 1);
                next != null && next.getKey() < begin + lineNanos[object];
                next = line.higherEntry(next.getKey())) {
            begin = Math.max(begin, next.getValue());
        }
        return new Offer(from, begin, begin + lineNanos[object]);
    }
}
