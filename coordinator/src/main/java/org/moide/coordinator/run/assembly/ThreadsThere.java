package org.moide.coordinator.run.assembly;

import java.util.Map;
import org.moide.engine.host.ChildMain;

/**
 * The compute threads of this run on one machine, as one of its engines sees them: by these it knows whether there are
 * processors to spin on, and which are its own.
 *
 * @param all the engine's included
 * @param before those of the engines before it; {@link #UNKNOWN} for an engine that comes later
 */
public record ThreadsThere(int all, int before) {
    static final int UNKNOWN = -1;

    /** Of an engine that is made while others run there. */
    public static ThreadsThere late(int all) {
        return new ThreadsThere(all, UNKNOWN);
    }

    /** As options of a launch order. */
    Map<String, String> options() {
        return Map.of(
                ChildMain.THREADS_ON_MACHINE, Integer.toString(all),
                ChildMain.THREADS_BEFORE, Integer.toString(before));
    }
}
