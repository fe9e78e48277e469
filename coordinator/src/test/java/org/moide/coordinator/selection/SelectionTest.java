package org.moide.coordinator.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private static final long GIB = 1L << 30;
    private static final FreeProcessors FREE = FreeProcessors.of(List.of(), 0, false);

    @Test
    void shouldTakeTheBestPerformersFirstAndThisJvmBeforeAll() {
        Candidate own = machine("own", "m0", 2, 10, 1);
        List<Candidate> others = List.of(
                machine("slow", "m1", 4, 100, 1), machine("busy", "m2", 4, 300, 4), machine("fast", "m3", 4, 200, 1));

        assertThat(Selection.select(own, others, 3, 0, 0, Topology.NONE, false))
                .extracting(engine -> engine.candidate().daemon())
                .containsExactly("own", "fast", "slow");
        assertThat(Selection.select(null, others, 0, 0, 0, Topology.NONE, false))
                .extracting(engine -> engine.candidate().daemon())
                .containsExactly("fast", "slow", "busy");
    }

    @Test
    void shouldShareAMachineAmongItsEngines() {
        List<Candidate> three =
                List.of(machine("a:1", "m", 8, 80, 1), machine("a:2", "m", 8, 80, 1), machine("a:3", "m", 8, 80, 1));

        List<Assignment> engines = Selection.select(null, three, 0, 0, 0, Topology.NONE, false);

        assertThat(engines).allSatisfy(engine -> {
            assertThat(engine.threads()).isEqualTo(2);
            assertThat(engine.heapBytes()).isEqualTo((long) (16 * GIB * 0.7 / 3));
            assertThat(engine.power()).isCloseTo(20, within(1e-12));
            assertThat(engine.share()).isCloseTo(1.0 / 3, within(1e-12));
        });
    }

    @Test
    void shouldSayWhoseEnginesMayTakeMoreMemoryThanThereIs() {
        List<Candidate> three =
                List.of(machine("a:1", "m", 8, 80, 1), machine("a:2", "m", 8, 80, 1), machine("b:1", "n", 8, 80, 1));

        assertThat(Selection.notes(Selection.select(null, three, 0, 0, 8 * GIB, Topology.NONE, false)))
                .isEmpty();
        assertThat(Selection.notes(Selection.select(null, three, 0, 0, 9 * GIB, Topology.NONE, false)))
                .singleElement()
                .asString()
                .contains("has 16.0 GiB of memory", "the heaps of 2 engines there may take 18.0 GiB")
                .endsWith("--engine-memory 5734m leaves room");
    }

    @Test
    void shouldGiveAtLeastOneThreadWhenEnginesOutnumberProcessors() {
        List<Candidate> three =
                List.of(machine("a:1", "m", 2, 30, 1), machine("a:2", "m", 2, 30, 1), machine("a:3", "m", 2, 30, 1));

        assertThat(Selection.select(null, three, 0, 0, 0, Topology.NONE, false)).allSatisfy(engine -> {
            assertThat(engine.threads()).isEqualTo(1);
            assertThat(engine.power()).isCloseTo(10, within(1e-12));
        });
    }

    @Test
    void shouldGiveOneEngineMoreWhatTheOthersLeave() {
        Candidate m = machine("a:1", "m", 4, 40, 1);
        List<Assignment> one = Selection.select(null, List.of(m), 0, 3, GIB, Topology.NONE, false);
        List<Assignment> all = Selection.select(null, List.of(m), 0, 4, 0, Topology.NONE, false);

        Assignment beside = Selection.another(1, m, 0, 0, one, FREE);
        assertThat(beside.threads()).isEqualTo(1);
        assertThat(beside.power()).isCloseTo(10, within(1e-12));
        assertThat(beside.heapBytes()).isEqualTo((long) (16 * GIB * 0.7) - GIB);
        assertThat(beside.share()).isCloseTo(0.25, within(1e-12));

        Assignment crowded = Selection.another(1, m, 4, 0, all, FREE);
        assertThat(crowded.power()).as("half of the machine").isCloseTo(20, within(1e-12));
        assertThat(crowded.heapBytes()).isEqualTo((long) (16 * GIB * 0.7) / 2);

        Assignment elsewhere = Selection.another(1, machine("b:1", "b", 2, 30, 1), 0, 0, all, FREE);
        assertThat(elsewhere.threads()).isEqualTo(2);
        assertThat(elsewhere.power()).isCloseTo(30, within(1e-12));
    }

    @Test
    void shouldCutTheWorkByPerformance() {
        List<Assignment> engines = Selection.select(
                machine("own", "m0", 2, 10, 1), List.of(machine("b", "m1", 4, 30, 3)), 0, 0, 0, Topology.NONE, false);

        assertThat(engines).extracting(Assignment::power).containsExactly(10.0, 30.0);
        assertThat(engines).extracting(Assignment::share).containsExactly(0.5, 0.5);
        Assignment third = Selection.another(2, machine("c", "m2", 2, 20, 2), 0, 0, engines, FREE);
        assertThat(third.performance()).isEqualTo(10);
        assertThat(third.share()).isCloseTo(1 / 3.0, within(1e-12));
    }

    @Test
    void shouldBelieveTheDaemonOfAMachineThatSeesTheLeastOfOthersWork() {
        List<Candidate> both = List.of(machine("a:1", "a", 4, 40, 1.5), machine("a:2", "a", 4, 40, 1.1));

        assertThat(Selection.select(null, both, 0, 0, 0, Topology.NONE, false))
                .as("each takes the other's engine for a stranger's")
                .extracting(Assignment::share)
                .containsExactly(0.5, 0.5);
    }

    @Test
    void shouldPreferAnotherMachineToASecondEngineOnAFastOne() {
        List<Candidate> all =
                List.of(machine("a:1", "a", 4, 100, 1), machine("a:2", "a", 4, 100, 1), machine("b:1", "b", 4, 60, 1));

        assertThat(Selection.select(null, all, 2, 0, 0, Topology.NONE, false))
                .extracting(engine -> engine.candidate().daemon())
                .containsExactly("a:1", "b:1");
    }

    @Test
    void shouldObeyThreadsBeforeSlotsAndSlotsBeforeProcessors() {
        Candidate slots = new Candidate("a", "a", "a", 8, 80, 1, 16 * GIB, 3);

        assertThat(Selection.select(null, List.of(slots), 0, 0, 0, Topology.NONE, false)
                        .get(0)
                        .threads())
                .isEqualTo(3);
        assertThat(Selection.select(null, List.of(slots), 0, 5, 0, Topology.NONE, false)
                        .get(0)
                        .threads())
                .isEqualTo(5);
        assertThat(Selection.select(null, List.of(slots), 0, 0, GIB, Topology.NONE, false)
                        .get(0)
                        .heapBytes())
                .isEqualTo(GIB);
        assertThat(Selection.select(null, List.of(slots), 0, 4, 0, Topology.NONE, false)
                        .get(0)
                        .power())
                .isCloseTo(40, within(1e-12));
        assertThat(Selection.select(null, List.of(slots), 0, 16, 0, Topology.NONE, false)
                        .get(0)
                        .power())
                .isCloseTo(80, within(1e-12));
    }

    @Test
    void shouldKeepTheUsersOrderAmongEquals() {
        List<Candidate> equal =
                List.of(machine("c", "c", 2, 10, 1), machine("a", "a", 2, 10, 1), machine("b", "b", 2, 10, 1));

        assertThat(Selection.select(null, equal, 2, 0, 0, Topology.NONE, false))
                .extracting(engine -> engine.candidate().daemon())
                .containsExactly("c", "a");
    }

    @Test
    void shouldSayHowManyThereAreWhenMoreAreAskedFor() {
        assertThatThrownBy(
                        () -> Selection.select(machine("own", "m", 2, 1, 1), List.of(), 2, 0, 0, Topology.NONE, false))
                .isInstanceOf(NoHostsException.class)
                .hasMessageContaining("expected 2 engines (--engines, --elastic), found only 1");
        assertThatThrownBy(() -> Selection.select(null, List.of(), 0, 0, 0, Topology.NONE, false))
                .isInstanceOf(NoHostsException.class);
    }

    @Test
    void shouldRefuseFiguresThatNoHostHas() {
        assertThatThrownBy(() -> machine("a", "a", 2, 10, 0.5))
                .hasMessageContaining("workload of 1 or more, found 0.5");
        assertThatThrownBy(() -> machine("a", "a", 2, 0, 1)).hasMessageContaining("power above 0");
        assertThatThrownBy(() -> machine("a", "a", 0, 10, 1)).hasMessageContaining("at least 1 processor");
    }

    private static Candidate machine(String daemon, String machine, int processors, double power, double workload) {
        return new Candidate(daemon, machine, machine, processors, power, workload, 16 * GIB, 0);
    }
}
