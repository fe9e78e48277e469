package org.moide.test;

import java.util.List;

/**
 * The settings of simulated runs.
 *
 * @param application the application's class
 * @param engines the most engines
 * @param threads the most threads of each engine
 */
record ClusterSettings(
        String application, List<String> arguments, int engines, int threads, int seeds, int kills, int cuts) {
    ClusterSettings {
        require("engines", 1, engines);
        require("threads", 1, threads);
        require("seeds", 1, seeds);
        require("kills", 0, kills);
        require("cuts", 0, cuts);
        if (kills + cuts > 0 && engines < 2) {
            throw new IllegalArgumentException("@SimulatedCluster: expected at least 2 engines, of which some can be"
                    + " killed or cut off, found 1");
        }
    }

    private static void require(String what, int least, int found) {
        if (found < least) {
            throw new IllegalArgumentException(
                    "@SimulatedCluster: expected " + what + " from " + least + " on, found " + found);
        }
    }
}
