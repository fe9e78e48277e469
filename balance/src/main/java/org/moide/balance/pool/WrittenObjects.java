package org.moide.balance.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.moide.balance.data.WrittenObject;

/** The data objects that tasks of a loan have written: the loan goes home when the root has all their bytes. Any thread. */
final class WrittenObjects {
    private final List<WrittenObject> objects = new ArrayList<>(); // guarded by this, as what follows
    private final List<BooleanSupplier> onTheirWay = new ArrayList<>();

    /** Adds an object of a task that has ended well. */
    synchronized void add(WrittenObject object, BooleanSupplier isStored) {
        objects.add(object);
        if (!isStored.getAsBoolean()) {
            onTheirWay.add(isStored);
        }
    }

    synchronized boolean areStored() {
        onTheirWay.removeIf(BooleanSupplier::getAsBoolean);
        return onTheirWay.isEmpty();
    }

    synchronized int count() {
        return objects.size();
    }

    synchronized List<WrittenObject> all() {
        return List.copyOf(objects);
    }
}
