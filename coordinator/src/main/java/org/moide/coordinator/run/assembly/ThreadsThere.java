package org.moide.coordinator.run.assembly;

import java.util.Map;
import org.moide.engine.host.ChildMain;

/**
 * The compute threads on one machine, those of this run and those of others that are known there, as one of its engines
 * sees them. From these the engine knows whether there are processors to spin on, and which are its own.
 *
 * @param all the threads of all runs there, the engine's included
 * @param before the threads of other runs and of the engines before it; {@link #UNKNOWN} for an engine that comes later
 */
public record ThreadsThere(int all, int before) {
    static final int UNKNOWN = -1;

    /** Returns the threads as seen by an engine that is made while others run there. */
    public static ThreadsThere late(int all) {
        return new ThreadsThere(all, UNKNOWN);
    }

    /** Returns the threads as options of a launch order. */
    Map<String, String> options() {
        return Map.of(
                ChildMain.THREADS_ON_MACHINE, Integer.toString(all),
                ChildMain.THREADS_BEFORE, Integer.toString(before));
    }
}
