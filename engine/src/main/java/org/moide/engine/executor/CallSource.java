package org.moide.engine.executor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the calls of an executor come from. */
public interface CallSource {
    /** Has this called, by any thread, whenever {@link #isReady} may have become true. Once, first. */
    void wakes(Runnable waker);

    /** Whether there are calls, or there will be none any more. Any thread; quick. */
    boolean isReady();

    /** The calls that are there, encoded as {@link ExecutorBag} says; none if there are none now; null if none will come. */
    @Nullable
    List<byte[]> take();
}
