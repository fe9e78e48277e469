package org.moide.engine.host;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The class loaders of the runs that have ended in a JVM. They are garbage, unless an application has left something
 * where the JDK holds it: a shutdown hook, a handler of logs, a thread's local. A JVM in which they pile up is to end.
 * One thread.
 */
final class EarlierRuns {
    /**
     * The number of runs from which on a collection finds out: it takes a hundredth of a second, which these runs
     * share.
     */
    private static final int LOOKED_AT = 64;

    /**
     * The most loaders that may still be held after a collection: the last ones may be held by what a thread of ours
     * did last.
     */
    private static final int MOST_HELD = 8;

    private final int lookedAt;
    private final int mostHeld;
    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();

    /** Creates it with the usual limits. */
    public EarlierRuns() {
        this(LOOKED_AT, MOST_HELD);
    }

    EarlierRuns(int lookedAt, int mostHeld) {
        this.lookedAt = lookedAt;
        this.mostHeld = mostHeld;
    }

    /**
     * Takes the class loader of another run that has ended.
     *
     * @return how many runs have left their classes here for ever; 0 if they are few
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
