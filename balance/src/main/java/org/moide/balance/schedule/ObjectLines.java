package org.moide.balance.schedule;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The transfers of a schedule: which members have copies of an object and since when, and at which times each member's
 * line, on which it sends, is busy. A line carries one object at a time, as in a simulated run. A copy that has arrived
 * can be sent on. The root has all objects. Transfers are booked for future times, also in gaps between two earlier
 * bookings.
 */
final class ObjectLines {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The number that stands for the root, which has all objects; other members have their rank. */
    private static final int ROOT = -1;

    /** A possible transfer from one holder, with its begin and end. */
    private record Offer(int from, long beginNanos, long endNanos) {}

    private final long[] lineNanos; // transfer time by object
    private final Map<Integer, Map<Integer, Long>> copies = new HashMap<>(); // arrival times, by object and rank
    private final Map<Integer, TreeMap<Long, Long>> lines = new HashMap<>(); // bookings by rank: begin and end

    ObjectLines(long[] bytes, double bytesPerSecond) {
        this.lineNanos = Arrays.stream(bytes)
                .map(one -> Math.max(1, Math.round(one / bytesPerSecond * NANOS_PER_SECOND)))
                .toArray();
    }

    /** Records that a member has a copy of an object from this time on. */
    void has(int object, int rank, long sinceNanos) {
        copies.computeIfAbsent(object, none -> new HashMap<>()).put(rank, sinceNanos);
    }

    /** Records that a member has dropped its copy. Transfers that are already booked from it still take place. */
    void dropped(int object, int rank) {
        Map<Integer, Long> some = copies.get(object);
        if (some != null) {
            some.remove(rank);
        }
    }

    /** Returns the transfer time of the largest object. */
    long longestNanos() {
        return Arrays.stream(lineNanos).max().orElse(0);
    }

    /** Returns the earliest time at which another copy of the object could arrive at any member. */
    long earliestNanos(int object, long nowNanos) {
        return best(object, nowNanos).endNanos();
    }

    /**
     * Books the earliest possible transfer of a copy to a member.
     *
     * @return the time of its arrival
     */
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

    /** Returns a transfer in the first gap of the holder's line that is long enough. */
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
