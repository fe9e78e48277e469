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
 * Members that wait until one that has an object gives it to them. Those come first that wait for the fewest objects; of equals,
 * those that came first.
 */
final class WaitingAskers {
    /**
     * The number of objects from which on a waiter waits for many: to put it in order again with each would cost more
     * with more.
     */
    private static final int MANY = 4;

    /** A member wants an object. */
    record Wish(int asker, long id) {}

    /** A wish that waits. */
    static final class Waiter {
        final Wish wish;
        final long sinceNanos;
        private final long number; // in the order in which they came
        private int few; // how many objects its member waits for, MANY at most

        private Waiter(Wish wish, long number, long sinceNanos) {
            this.wish = wish;
            this.number = number;
            this.sinceNanos = sinceNanos;
        }
    }

    private static final Comparator<Waiter> ORDER =
            Comparator.comparingInt((Waiter waiter) -> waiter.few).thenComparingLong(waiter -> waiter.number);

    private final Map<Wish, Waiter> waiters = new LinkedHashMap<>(); // the oldest first
    private final NavigableSet<Waiter> line = new TreeSet<>(ORDER);
    private final Map<Long, NavigableSet<Waiter>> byObject = new HashMap<>();
    private final Map<Integer, Map<Long, Waiter>> byAsker = new HashMap<>();
    private long numbers;

    boolean has(Wish wish) {
        return waiters.containsKey(wish);
    }

    /** A wish that has just come. */
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

    /** The member waits for more or fewer objects than before. */
    private void order(int asker) {
        int few = few(asker);
        Map<Long, Waiter> own = byAsker.getOrDefault(asker, Map.of());
        if (own.size() > MANY) {
            return; // it is as it was
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

    /** Removes a waiter. */
    void remove(Waiter waiter) {
        leave(waiter);
        waiters.remove(waiter.wish);
        Map<Long, Waiter> own = byAsker.get(waiter.wish.asker());
        if (own != null && own.remove(waiter.wish.id()) != null && own.isEmpty()) {
            byAsker.remove(waiter.wish.asker());
        }
        order(waiter.wish.asker());
    }

    /** Removes all wishes of a member. */
    void removeAllOf(int asker) {
        List.copyOf(byAsker.getOrDefault(asker, Map.of()).values()).forEach(this::remove);
    }

    /**
     * Finds the next of those that wait for one of these objects: the first that gives nothing now, since it gives on
     * what it gets; if all give, the first. Null if nobody waits. Looks at each object, and at so many that wait.
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

    /** Finds the next of those that wait for an object of which this holds, among this many of the first. */
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

    /** The waiters for an object, in their order. */
    List<Waiter> of(long id) {
        NavigableSet<Waiter> some = byObject.get(id);
        return some == null ? List.of() : new ArrayList<>(some);
    }

    /** The one that has waited for longest; null if nobody waits. */
    @Nullable
    Waiter oldest() {
        return waiters.isEmpty() ? null : waiters.values().iterator().next();
    }
}
