package org.moide.engine.data;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.moide.balance.data.DataPlace;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;

/**
 * Lets this engine's threads wait for shared objects, until an object has arrived or is known to be unavailable.
 *
 * <p>Concurrency: {@link #value} may be called by any thread of the application, the other methods by the control
 * thread.
 */
final class SharedWaits {
    private final HeldObjects held;
    private final Consumer<DataAnswer> answers;
    private final Signal changed;
    private final Set<Long> gone = ConcurrentHashMap.newKeySet(); // objects that were released, or do not exist

    SharedWaits(HeldObjects held, Consumer<DataAnswer> answers, Signal changed) {
        this.held = held;
        this.answers = answers;
        this.changed = changed;
    }

    /**
     * Returns the value of an object. Blocks until it has arrived.
     *
     * @throws IllegalStateException if the object does not exist or was released
     */
    Object value(long id, ObjectCodec codec) throws InterruptedException {
        if (!isDecided(id)) {
            answers.accept(new DataAnswer.Wanted(id));
            changed.await(() -> isDecided(id), Long.MAX_VALUE);
        }
        try {
            return held.value(id, codec);
        } catch (IllegalStateException absent) {
            throw gone.contains(id)
                    ? new IllegalStateException(
                            "expected a value that is shared with the engines of this run, found that"
                                    + " it was closed, or is another executor's")
                    : absent;
        }
    }

    private boolean isDecided(long id) {
        return held.has(id) || gone.contains(id);
    }

    /** Takes the coordinator's answer. Objects that it does not know count as unavailable. */
    void located(List<DataPlace> places) {
        released(places.stream()
                .filter(place -> place.bytes() < 0)
                .map(DataPlace::id)
                .toList());
    }

    /** Notes that the run has released these objects. */
    void released(List<Long> ids) {
        List<Long> shared = ids.stream().filter(DataSpace::isShared).toList();
        if (!shared.isEmpty()) {
            gone.addAll(shared);
            changed.raise();
        }
    }

    /** Notes that objects have arrived, and drops objects that were released meanwhile. */
    void fetched(List<Long> ids) {
        ids.stream().filter(gone::contains).forEach(held::drop);
        changed.raise();
    }
}
