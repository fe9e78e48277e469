package org.moide.balance.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The queue of members that wait until a holder of the object they need becomes free. Those that wait for the fewest
 * objects come first; among equals, first come, first served.
 */
final class WaitingAskers {
    /**
     * The number of awaited objects up to which it matters how many a member waits for. A member that waits for more
     * keeps its place, because moving all its wishes would take too long.
     */
    private static final int MANY = 4;

    /** A member's wish for one data object. */
    record Wish(int asker, long id) {}

    /** A member's wish for an object, and its place in the queue for a free holder. */
    static final class Waiter {
        final Wish wish;
        final long sinceNanos;
        private final long number; // position of arrival
        private int few; // number of objects its member waits for, at most MANY

        private Waiter(Wish wish, long number, long sinceNanos) {
            this.wish = wish;
            this.number = number;
            this.sinceNanos = sinceNanos;
        }
    }

    private static final Comparator<Waiter> ORDER =
            Comparator.comparingInt((Waiter waiter) -> waiter.few).thenComparingLong(waiter -> waiter.number);

    private final Map<Wish, Waiter> waiters = new LinkedHashMap<>(); // oldest first
    private final NavigableSet<Waiter> line = new TreeSet<>(ORDER);
    private final Map<Long, NavigableSet<Waiter>> byObject = new HashMap<>();
    private final Map<Integer, Map<Long, Waiter>> byAsker = new HashMap<>();
    private long numbers;

    boolean has(Wish wish) {
        return waiters.containsKey(wish);
    }

    /** Adds a member's wish for an object to the queue, and orders the member's other wishes anew. */
    Waiter add(Wish wish, long nowNanos) {
        Waiter waiter = new Waiter(wish, numbers++, nowNanos);
        waiters.put(wish, waiter);
        byAsker.computeIfAbsent(wish.asker(), first -> new HashMap<>()).put(wish.id(), waiter);
        waiter.few = few(wish.asker());
        enter(waiter);
        order(wish.asker());
        return waiter;
    }

    private int few(int asker) {
        return Math.min(MANY, byAsker.getOrDefault(asker, Map.of()).size());
    }

    /** Moves a member's wishes within the queue after the number of objects that it waits for has changed. */
    private void order(int asker) {
        int few = few(asker);
        Map<Long, Waiter> own = byAsker.getOrDefault(asker, Map.of());
        if (own.size() > MANY) {
            return; // the order does not change
        }
        for (Waiter waiter : own.values()) {
            if (waiter.few != few) {
                leave(waiter);
                waiter.few = few;
                enter(waiter);
            }
        }
    }

    private void enter(Waiter waiter) {
        line.add(waiter);
        byObject.computeIfAbsent(waiter.wish.id(), first -> new TreeSet<>(ORDER))
                .add(waiter);
    }

    private void leave(Waiter waiter) {
        line.remove(waiter);
        NavigableSet<Waiter> some = byObject.get(waiter.wish.id());
        if (some != null && some.remove(waiter) && some.isEmpty()) {
            byObject.remove(waiter.wish.id());
        }
    }

    void remove(Waiter waiter) {
        leave(waiter);
        waiters.remove(waiter.wish);
        Map<Long, Waiter> own = byAsker.get(waiter.wish.asker());
        if (own != null && own.remove(waiter.wish.id()) != null && own.isEmpty()) {
            byAsker.remove(waiter.wish.asker());
        }
        order(waiter.wish.asker());
    }

    void removeAllOf(int asker) {
        List.copyOf(byAsker.getOrDefault(asker, Map.of()).values()).forEach(this::remove);
    }

    /**
     * Finds the next waiter for one of these objects: the first whose member sends nothing now, since that member can
     * pass the object on at once. If there is none, it is the first of all. The method looks at all given objects and
     * at about {@code most} waiters.
     *
     * @return null if nobody waits
     */
    @Nullable
    Waiter next(Set<Long> ids, int most, IntPredicate gives) {
        Waiter next = null;
        boolean nextGives = true;
        int each = Math.max(1, most / Math.max(1, ids.size()));
        for (long id : ids) {
            NavigableSet<Waiter> some = byObject.get(id);
            if (some == null) {
                continue;
            }
            int looked = 0;
            for (Waiter waiter : some) {
                boolean giving = gives.test(waiter.wish.asker());
                if (next == null
                        || (nextGives && !giving)
                        || (nextGives == giving && ORDER.compare(waiter, next) < 0)) {
                    next = waiter;
                    nextGives = giving;
                }
                if (!giving || ++looked == each) {
                    break;
                }
            }
        }
        return next;
    }

    /**
     * Finds the next waiter whose object passes the test {@code has}, among the first {@code most} waiters; prefers a
     * member that sends nothing now.
     */
    @Nullable
    Waiter next(LongPredicate has, int most, IntPredicate gives) {
        Waiter next = null;
        int looked = 0;
        for (Waiter waiter : line) {
            if (has.test(waiter.wish.id())) {
                if (!gives.test(waiter.wish.asker())) {
                    return waiter;
                }
                next = next == null ? waiter : next;
            }
            if (++looked == most) {
                break;
            }
        }
        return next;
    }

    /** Returns the members that wait for an object, in the order of the queue. */
    List<Waiter> of(long id) {
        NavigableSet<Waiter> some = byObject.get(id);
        return some == null ? List.of() : new ArrayList<>(some);
    }

    /** Returns the waiting member that has waited longest; null if no member waits. */
    @Nullable
    Waiter oldest() {
        return waiters.isEmpty() ? null : waiters.values().iterator().next();
    }
}
