package org.moide.test;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.moide.samples.primers.Strips;
import org.moide.samples.programs.ants.Ants;
import org.moide.samples.programs.servers.Servers;

/**
 * Tests that the samples of workers give the same results when they lose engines and connections; {@link SamplesTest}
 * tests the other samples.
 */
class WorkerSamplesTest {
    private static final int SEEDS = 1;

    @SimulatedCluster(
            application = Strips.class,
            arguments = {"--size", "40", "--steps", "40", "--strips", "8", "--picture", "none"},
            seeds = SEEDS + 2, // the first seed loses more than can be survived
            kills = 2,
            cuts = 1)
    void strips(SimulatedOutcome outcome) {
        assertEquals(SamplesTest.PLATE, outcome.result("sha256"));
    }

    @SimulatedCluster(
            application = Servers.class,
            arguments = {"--accesses", "200", "--partitions", "10", "--clients", "4", "--cost", "0"},
            seeds = SEEDS + 2, // the first seed loses more than can be survived
            kills = 2,
            cuts = 1)
    void servers(SimulatedOutcome outcome) {
        assertEquals("successful", outcome.result("verification"));
    }

    @SimulatedCluster(
            application = Servers.class,
            arguments = {"--asynchronous", "--accesses", "200", "--partitions", "10", "--clients", "4", "--cost", "0"},
            seeds = SEEDS + 2, // the first seed loses more than can be survived
            kills = 2,
            cuts = 1)
    void serversWithoutWaiting(SimulatedOutcome outcome) {
        assertEquals("successful", outcome.result("verification"));
    }

    @SimulatedCluster(
            application = Ants.class,
            arguments = {
                "--size",
                "40x30",
                "--regions",
                "4x3",
                "--ants",
                "100",
                "--steps",
                "12",
                "--picture",
                "none",
                "--check"
            },
            seeds = 1,
            kills = 2,
            cuts = 1)
    void ants(SimulatedOutcome outcome) {
        assertEquals(true, outcome.result("verified"));
        assertEquals("860bc3000c7d91846ade8d12bd7d08a1b38029e8c0c0aa6e889a3a89defd0511", outcome.result("sha256"));
    }
}
