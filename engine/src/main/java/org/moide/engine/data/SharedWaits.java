package org.moide.engine.data;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.moide.balance.data.DataPlace;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;

/**
 * The waits of this engine's threads for shared objects: until one has come, or it is known that it will not come.
 *
 * <p>Concurrency: {@link #value} is called by any thread of the application, the rest by the control thread.
 */
final class SharedWaits {
    private final HeldObjects held;
    private final Consumer<DataAnswer> answers;
    private final Signal changed;
    private final Set<Long> gone =
            ConcurrentHashMap.newKeySet(); // it was asked for, or here, and is not to be had any more

    SharedWaits(HeldObjects held, Consumer<DataAnswer> answers, Signal changed) {
        this.held = held;
        this.answers = answers;
        this.changed = changed;
    }

    /**
     * Returns the value of an object; waits until it is here.
     *
     * @throws IllegalStateException if there is no such object, or not any more
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

    /** Takes the places that the coordinator has told. */
    void located(List<DataPlace> places) {
        released(places.stream()
                .filter(place -> place.bytes() < 0)
                .map(DataPlace::id)
                .toList());
    }

    /** Notes that objects have come to their end. */
    void released(List<Long> ids) {
        List<Long> shared = ids.stream().filter(DataSpace::isShared).toList();
        if (!shared.isEmpty()) {
            gone.addAll(shared);
            changed.raise();
        }
    }

    /** Notes that objects have come; drops those that have come to their end meanwhile. */
    void fetched(List<Long> ids) {
        ids.stream().filter(gone::contains).forEach(held::drop);
        changed.raise();
    }
}
