package org.moide.engine.host;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The class loaders of earlier runs of a JVM. They become garbage, unless the application has left a reference in the
 * JDK, such as a shutdown hook, a log handler or a thread-local variable. A JVM in which such loaders accumulate must
 * end. Used by one thread.
 */
final class EarlierRuns {
    /**
     * Number of loaders from which on a garbage collection is forced to find loaders that are still in use. A
     * collection takes a hundredth of a second.
     */
    private static final int LOOKED_AT = 64;

    /**
     * The greatest number of loaders that may survive a collection. It is not 0, because threads of MOIDE may still
     * refer to the latest loaders.
     */
    private static final int MOST_HELD = 8;

    private final int lookedAt;
    private final int mostHeld;
    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();

    public EarlierRuns() {
        this(LOOKED_AT, MOST_HELD);
    }

    EarlierRuns(int lookedAt, int mostHeld) {
        this.lookedAt = lookedAt;
        this.mostHeld = mostHeld;
    }

    /**
     * Adds the class loader of a run that has just ended.
     *
     * @return the number of runs whose classes cannot be unloaded, if it exceeds the limit; otherwise 0
     */
    public int ended(ClassLoader classes) {
        loaders.add(new WeakReference<>(classes));
        if (loaders.size() < lookedAt) {
            return 0;
        }
        loaders.removeIf(loader -> loader.get() == null);
        if (loaders.size() < lookedAt) {
            return 0;
        }
        System.gc();
        loaders.removeIf(loader -> loader.get() == null);
        return loaders.size() > mostHeld ? loaders.size() : 0;
    }
}
