package org.moide.balance.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/** The data objects that tasks of a loan have written: the loan goes home when the root has all their bytes. Any thread. */
final class WrittenObjects {
    private final List<WrittenObject> stored = new ArrayList<>(); // guarded by this, as what follows
    private final Deque<Supplier<@Nullable WrittenObject>> onTheirWay = new ArrayDeque<>(); // about as they are sent

    /** Adds an object of a task that has ended well. */
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
