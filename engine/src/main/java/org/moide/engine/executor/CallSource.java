package org.moide.engine.executor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The source of the calls of an executor. */
public interface CallSource {
    /**
     * Makes the source call {@code waker}, from any thread, whenever {@link #isReady} may have become true. Called
     * once, before the other methods.
     */
    void wakes(Runnable waker);

    /** Returns whether there are calls, or there will be no more. Any thread; quick. */
    boolean isReady();

    /**
     * Returns the calls that are there, encoded as {@link ExecutorBag} says; none if there are none now; null if none
     * will come.
     */
    @Nullable
    List<byte[]> take();
}
