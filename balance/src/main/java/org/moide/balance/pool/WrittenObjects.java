package org.moide.balance.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/**
 * The data objects that a loan's tasks have written. The loan is returned when the root has the bytes of all. Any
 * thread may use it.
 */
final class WrittenObjects {
    private final List<WrittenObject> stored = new ArrayList<>(); // guarded by this, like all below
    private final Deque<Supplier<@Nullable WrittenObject>> onTheirWay = new ArrayDeque<>(); // roughly in sending order

    /** Adds an object written by a task that has ended without failure. */
    synchronized void add(Supplier<@Nullable WrittenObject> object) {
        onTheirWay.add(object);
    }

    synchronized boolean areStored() {
        while (!onTheirWay.isEmpty() && isStored(onTheirWay.getFirst())) {
            onTheirWay.removeFirst();
        }
        return onTheirWay.isEmpty();
    }

    private boolean isStored(Supplier<@Nullable WrittenObject> object) {
        WrittenObject whole = object.get();
        return whole != null && stored.add(whole);
    }

    synchronized int count() {
        return stored.size() + onTheirWay.size();
    }

    synchronized List<WrittenObject> all() {
        return List.copyOf(stored);
    }
}
