package org.moide.coordinator.run.assembly;

import java.util.Map;
import org.moide.engine.host.ChildMain;

/**
 * The numbers of compute threads on one machine, which an engine on that machine needs to know. From them the engine
 * derives whether it may spin while it waits, and on which processors its threads run.
 *
 * @param all the number of threads of all runs there, including this engine's
 * @param before how many of them belong to other runs or to this run's engines with lower numbers; {@link #UNKNOWN} for
 *     an engine that joins later
 */
public record ThreadsThere(int all, int before) {
    static final int UNKNOWN = -1;

    /**
     * Returns the numbers for an engine that starts while the run goes on.
     *
     * @param all the number of threads of all runs on the machine, including the new engine's
     */
    public static ThreadsThere late(int all) {
        return new ThreadsThere(all, UNKNOWN);
    }

    /** Returns the numbers as options of a launch order. */
    Map<String, String> options() {
        return Map.of(
                ChildMain.THREADS_ON_MACHINE, Integer.toString(all),
                ChildMain.THREADS_BEFORE, Integer.toString(before));
    }
}
