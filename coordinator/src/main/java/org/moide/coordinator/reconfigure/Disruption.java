package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Why and since when the threads of an SPMD run are out of their application. Used by the control thread only. */
final class Disruption {
    private static final double NANOS = 1e9;

    private final List<String> losses = new ArrayList<>();
    private long sinceNanos;
    private long outNanos;
    private boolean out;

    /** An engine was lost. */
    void lost(String name, long nowNanos) {
        if (losses.isEmpty()) {
            sinceNanos = nowNanos;
        }
        losses.add(name);
    }

    /** A change is going to be made. */
    void planned(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /** The first thread is out, or made to leave. */
    void out(long nowNanos) {
        if (!out) {
            out = true;
            outNanos = nowNanos;
        }
    }

    /** All are in again. */
    void over() {
        losses.clear();
        out = false;
    }

    boolean isLoss() {
        return !losses.isEmpty();
    }

    /** Who was lost. */
    String lost() {
        return String.join(" and ", losses);
    }

    /** All are in again after losses: everybody is told. */
    void tell(int engines, String where, EpochActs acts, long nowNanos) {
        acts.note(engines + " engines went on from " + where + " after " + time(nowNanos));
        acts.changed(EpochActs.LOSS, lost() + " lost; from " + where, sinceNanos, outFor(nowNanos));
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** For how long the threads are out. */
    long outFor(long nowNanos) {
        return nowNanos - outNanos;
    }

    /** The same for the user. */
    String time(long nowNanos) {
        return String.format(Locale.ROOT, "%.3f s", outFor(nowNanos) / NANOS);
    }
}
