package org.moide.engine.executor;

import java.util.List;
import org.jspecify.annotations.Nullable;

public interface CallSource {
    /**
     * Sets a callback that the source must call whenever {@link #isReady} may have become true, from any thread. Called
     * once, before the other methods.
     */
    void wakes(Runnable waker);

    /** Returns whether there are calls, or there will be no more. Any thread; fast. */
    boolean isReady();

    /**
     * Removes and returns the waiting calls, in the encoding of {@link ExecutorBag}; an empty list if there are none
     * now; null if none will come.
     */
    @Nullable
    List<byte[]> take();
}
