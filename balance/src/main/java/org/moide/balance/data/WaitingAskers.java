package org.moide.balance.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Members that wait until a holder gives them an object: a line for each holder, in the order in which they came. */
final class WaitingAskers {
    /** A member wants an object. */
    record Wish(int asker, long id) {}

    /** A wish that waits. */
    static final class Waiter {
        final Wish wish;
        final long sinceNanos;
        private final long number; // in the order in which they came
        private @Nullable Integer holder; // in whose line it waits

        private Waiter(Wish wish, long number, long sinceNanos) {
            this.wish = wish;
            this.number = number;
            this.sinceNanos = sinceNanos;
        }

        boolean isInLineOf(int member) {
            return holder != null && holder == member;
        }
    }

    private final Map<Wish, Waiter> waiters = new LinkedHashMap<>(); // the oldest first
    private final Map<Integer, NavigableMap<Long, Waiter>> lines = new HashMap<>(); // by holder
    private final Map<Long, NavigableMap<Long, Waiter>> byObject = new HashMap<>();
    private long numbers;

    boolean has(Wish wish) {
        return waiters.containsKey(wish);
    }

    /** A wish that has just come; it stands in no line yet. */
    Waiter add(Wish wish, long nowNanos) {
        Waiter waiter = new Waiter(wish, numbers++, nowNanos);
        waiters.put(wish, waiter);
        byObject.computeIfAbsent(wish.id(), first -> new TreeMap<>()).put(waiter.number, waiter);
        return waiter;
    }

    /** It waits in this holder's line, before those that came later. */
    void line(Waiter waiter, int holder) {
        leaveLine(waiter);
        waiter.holder = holder;
        lines.computeIfAbsent(holder, first -> new TreeMap<>()).put(waiter.number, waiter);
    }

    /** It waits no more. */
    void remove(Waiter waiter) {
        leaveLine(waiter);
        waiters.remove(waiter.wish);
        remove(byObject, waiter.wish.id(), waiter);
    }

    private void leaveLine(Waiter waiter) {
        Integer holder = waiter.holder;
        if (holder != null) {
            remove(lines, holder, waiter);
            waiter.holder = null;
        }
    }

    private static <K> void remove(Map<K, NavigableMap<Long, Waiter>> from, K key, Waiter waiter) {
        NavigableMap<Long, Waiter> some = from.get(key);
        if (some != null && some.remove(waiter.number) != null && some.isEmpty()) {
            from.remove(key);
        }
    }

    /** Removes all wishes of a member. Costs more the more wait. */
    void removeAllOf(int asker) {
        waiters.values().stream()
                .filter(waiter -> waiter.wish.asker() == asker)
                .toList()
                .forEach(this::remove);
    }

    /** The next in a holder's line; null if nobody waits there. */
    @Nullable
    Waiter first(int holder) {
        NavigableMap<Long, Waiter> line = lines.get(holder);
        return line == null ? null : line.firstEntry().getValue();
    }

    /** Whether another stands in this holder's line that came before it. */
    boolean isBehindAnother(Waiter waiter, int holder) {
        Waiter first = first(holder);
        return first != null && first.number < waiter.number;
    }

    /** Those that want this object, in the order in which they came. */
    List<Waiter> of(long id) {
        NavigableMap<Long, Waiter> some = byObject.get(id);
        return some == null ? List.of() : new ArrayList<>(some.values());
    }

    /** The one that has waited for longest; null if nobody waits. */
    @Nullable
    Waiter oldest() {
        return waiters.isEmpty() ? null : waiters.values().iterator().next();
    }
}
