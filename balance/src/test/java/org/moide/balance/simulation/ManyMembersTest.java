package org.moide.balance.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.workload.Workload;
import org.moide.balance.workload.WorkloadSpec;

/** Tests one root with very many members of many threads: the root must be able to answer all requests. */
class ManyMembersTest {
    private static final long LATENCY_NANOS = 1_000_000;
    private static final long HANDLING_NANOS = 10_000;

    @Test
    void shouldKeepHundredsOfMembersBusyWhenTheRootIsOneThread() {
        SimulationOutcome outcome = run("uniform:tasks=60000,millis=10", 200, 8, 1.25e9);

        assertThat(outcome.use().efficiency()).isGreaterThan(0.9);
        assertThat(outcome.traffic().messages()).as("messages").isLessThan(40_000);
    }

    @Test
    void shouldNotSendTasksTwiceWhenTheRootsLineIsFull() {
        // 40,000 tasks of 1,000 bytes take 320 ms on the network and 250 ms to compute.
        SimulationOutcome outcome = run("uniform:tasks=40000,millis=10,bytes=1000", 200, 8, 125e6);

        assertThat(outcome.predictedNanos()).isLessThan(450_000_000L);
    }

    /**
     * Checks the requirement of 95% efficiency with a thousand members, each with 16 threads, and tasks of 10 ms. Tasks
     * have 100 bytes on a network of 10 Gbit/s, and 40 bytes on one of 1 Gbit/s.
     */
    @Tag("full")
    @ParameterizedTest
    @CsvSource({"100, 1.25e9", "40, 125e6"})
    void shouldKeepAThousandMembersBusy(int bytes, double bytesPerSecond) {
        SimulationOutcome outcome = run("uniform:tasks=1600000,millis=10,bytes=" + bytes, 1_000, 16, bytesPerSecond);

        assertThat(outcome.use().efficiency()).isGreaterThan(0.95);
    }

    private static SimulationOutcome run(String workload, int members, int threads, double bytesPerSecond) {
        List<Membership.Member> all = IntStream.range(0, members)
                .mapToObj(number -> new Membership.Member(number, 1, threads, threads))
                .toList();
        Workload tasks = WorkloadSpec.make(workload);
        return Simulation.run(
                tasks,
                new SimulationPlan(
                        Platform.known(
                                Membership.of(all), new Interconnect(LATENCY_NANOS, bytesPerSecond, HANDLING_NANOS)),
                        StrategySpec.of("stealing"),
                        1,
                        SimulationPlan.USUAL_MOST_EVENTS,
                        null));
    }
}
