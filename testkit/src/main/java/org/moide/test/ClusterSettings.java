package org.moide.test;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of simulated runs.
 *
 * @param application the application's class, or the name of a program of calls
 * @param calls the program of calls; null if it is an application
 * @param engines the most engines
 * @param threads the most threads of each engine
 */
record ClusterSettings(
        String application,
        List<String> arguments,
        int engines,
        int threads,
        int seeds,
        int kills,
        int cuts,
        @Nullable CallsProgram calls) {
    /** The most engines that a program of calls loses: when a third one ends in a call, that call is given up. */
    private static final int MOST_KILLS_OF_CALLS = 2;

    ClusterSettings {
        require(calls, "engines", 1, engines);
        require(calls, "threads", 1, threads);
        require(calls, "seeds", 1, seeds);
        require(calls, "kills", 0, kills);
        require(calls, "cuts", 0, cuts);
        if (kills + cuts > 0 && engines < 2) {
            throw new IllegalArgumentException(annotation(calls) + ": expected at least 2 engines, of which some can be"
                    + " killed or cut off, found 1");
        }
        if (calls != null && kills > MOST_KILLS_OF_CALLS) {
            throw new IllegalArgumentException(annotation(calls) + ": expected kills from 0 to " + MOST_KILLS_OF_CALLS
                    + ", since a call is given up when a third engine ends in it, found " + kills);
        }
    }

    ClusterSettings(
            String application, List<String> arguments, int engines, int threads, int seeds, int kills, int cuts) {
        this(application, arguments, engines, threads, seeds, kills, cuts, null);
    }

    private static String annotation(@Nullable CallsProgram calls) {
        return calls == null ? "@SimulatedCluster" : "@SimulatedExecutor";
    }

    /** Makes what one run plays. */
    PlayedProgram played() {
        CallsProgram program = calls;
        return program == null ? new PlayedApplication(application, arguments) : new PlayedCalls(program);
    }

    private static void require(@Nullable CallsProgram calls, String what, int least, int found) {
        if (found < least) {
            throw new IllegalArgumentException(
                    annotation(calls) + ": expected " + what + " from " + least + " on, found " + found);
        }
    }
}
