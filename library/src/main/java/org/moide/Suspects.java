package org.moide;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the call that ends the JVM which coordinates and runs calls too. A call that was under way when two such JVMs
 * ended, or one fewer than it has tries, is a suspect. Suspects run one at a time, in their order, while all other
 * calls are held back. The one that was alone when the next JVM ended is guilty; when it is found, or no suspect is
 * left, all others go on together. Calls run about in their order, so the guilty one is among the first.
 *
 * <p>Concurrency: guarded by its executor.
 */
final class Suspects {
    /** The deaths after which a call runs alone, if nothing was said of its tries. */
    static final int MOST_DEATHS = 2;

    private final TreeMap<Long, RemoteCall<?>> held = new TreeMap<>();
    private @Nullable RemoteCall<?> alone;

    /**
     * Hears that a JVM has ended.
     *
     * @param underWay the calls that it had and did not answer
     * @return the call that has ended it; null if that is not known
     */
    @Nullable
    RemoteCall<?> died(Collection<RemoteCall<?>> underWay) {
        RemoteCall<?> guilty = alone;
        if (guilty == null) {
            underWay.forEach(RemoteCall::wasUnderWay);
            return null;
        }
        alone = null;
        held.values().forEach(RemoteCall::isCleared);
        held.clear();
        return guilty;
    }

    /** Returns those of all open calls, in their order, that may run now; holds back the others. */
    List<RemoteCall<?>> start(Collection<RemoteCall<?>> open) {
        open.forEach(call -> held.put(call.number(), call));
        return next();
    }

    private List<RemoteCall<?>> next() {
        for (RemoteCall<?> call : held.values()) {
            if (call.deaths() >= call.mostDeaths() && !call.isDone()) {
                held.remove(call.number());
                alone = call;
                return List.of(call);
            }
        }
        List<RemoteCall<?>> all = new ArrayList<>(held.values());
        held.clear();
        return all;
    }

    /** Returns whether calls are held back. */
    boolean areTried() {
        return alone != null;
    }

    /** Returns whether a new call is held back until it is known which one is guilty. */
    boolean hold(RemoteCall<?> call) {
        if (alone == null) {
            return false;
        }
        held.put(call.number(), call);
        return true;
    }

    /** Takes back a call that was held; returns false if it was not. */
    boolean takeBack(RemoteCall<?> call) {
        return held.remove(call.number()) != null;
    }

    /** Takes back all calls that were held. */
    List<RemoteCall<?>> takeBack() {
        List<RemoteCall<?>> all = List.copyOf(held.values());
        held.clear();
        return all;
    }

    /** Hears that a call is not open any more; returns the calls that may run now. */
    List<RemoteCall<?>> closed(RemoteCall<?> call) {
        held.remove(call.number());
        if (call != alone) {
            return List.of();
        }
        alone = null;
        return next();
    }
}
