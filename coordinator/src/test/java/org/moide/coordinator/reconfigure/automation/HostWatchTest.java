package org.moide.coordinator.reconfigure.automation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.control.RunStatus.EngineStatus;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.reconfigure.EpochTable;
import org.moide.monitor.HostUse;

/** Tests when hosts count as busy or idle, and which place is chosen for a new engine. */
class HostWatchTest {
    private static final int PROCESSORS = 8;

    private final HostWatch hosts = new HostWatch(1.25);

    private static HostSight daemon(String name, String machine, double load, double ours) {
        return new HostSight(
                name,
                new DaemonAddress(name, 7100, 0),
                name,
                machine,
                PROCESSORS,
                PROCESSORS,
                80,
                load,
                ours,
                0,
                0,
                HostUse.UNKNOWN);
    }

    private static HostSight taken(String name, String machine, int threads) {
        return new HostSight(
                name,
                new DaemonAddress(name, 7100, 0),
                name,
                machine,
                PROCESSORS,
                PROCESSORS,
                80,
                threads,
                threads,
                0,
                threads,
                HostUse.UNKNOWN);
    }

    private static HostSight here(String machine, double load, double ours, int threads) {
        return new HostSight(
                "this JVM", null, "here", machine, PROCESSORS, PROCESSORS, 8, load, ours, threads, 0, HostUse.UNKNOWN);
    }

    private static EngineStatus engine(int seat, String daemon, int threads) {
        return new EngineStatus(
                seat, daemon, threads, 10, EngineStatus.Standing.COMPUTING, Membership.NO_PRINCIPAL, 0, daemon, 0, 0);
    }

    private HostWatch.@Nullable Target best(boolean local, int threads, int leaving, EngineStatus... engines) {
        return hosts.best(local, threads, leaving, List.of(engines), 0, 0);
    }

    @Test
    void shouldTakeTheWorkOfTheSameRunOnAMachineForItsOwn() {
        EngineStatus first = engine(1, "a", 3);
        EngineStatus second = engine(2, "b", 2);
        // Of 6 busy processors, one daemon's engine uses 3, the other daemon's 2, and other programs 1.
        hosts.see(List.of(daemon("a", "m", 6, 3), daemon("b", "m", 6, 2)), List.of(first, second), 0);
        assertThat(hosts.workload("a")).isCloseTo(1 + 1.0 / PROCESSORS, within(1e-12));
        assertThat(hosts.workload("b")).isEqualTo(hosts.workload("a"));
    }

    private static HostSight using(String name, double load, double ours, HostUse use) {
        return new HostSight(
                name, new DaemonAddress(name, 7100, 0), name, "m", PROCESSORS, PROCESSORS, 80, load, ours, 0, 0, use);
    }

    @Test
    void shouldExpectWhatOthersOfALowPriorityLeave() {
        EngineStatus there = engine(1, "a", 8);
        hosts.see(List.of(using("a", 24, 8, new HostUse(100, 50, 0, 90))), List.of(there), 0);
        assertThat(hosts.part(there, List.of(there)))
                .as("a fair part beside 16 threads, as long as nothing else is known")
                .isCloseTo(1.0 / 3, within(1e-12));
        // In ten seconds the 16 threads got eight processor seconds of eighty.
        hosts.see(List.of(using("a", 24, 8, new HostUse(110, 58, 72, 250))), List.of(there), 10);
        assertThat(hosts.part(there, List.of(there))).isCloseTo(0.9, within(1e-12));
        assertThat(hosts.othersPart(there, List.of(there))).isCloseTo(0.1, within(1e-12));
    }

    @Test
    void shouldNotTakeAnotherEngineOfTheRunOnAMachineForOthersWork() {
        EngineStatus first = engine(1, "a", 3);
        EngineStatus second = engine(2, "b", 2);
        List<EngineStatus> both = List.of(first, second);
        // Others keep four processors busy. Each daemon takes the other daemon's engine for others' work.
        hosts.see(
                List.of(using("a", 9, 3, new HostUse(5, 0, 0, 0)), using("b", 9, 2, new HostUse(7, 0, 0, 0))), both, 0);
        hosts.see(
                List.of(using("a", 9, 3, new HostUse(15, 60, 30, 60)), using("b", 9, 2, new HostUse(17, 70, 20, 70))),
                both,
                10);
        assertThat(hosts.othersPart(first, both)).isCloseTo(0.5, within(1e-12));
        assertThat(hosts.part(second, both))
                .as("four processors for five threads")
                .isCloseTo(8.0 / 9, within(1e-12));
    }

    @Test
    void shouldBeginAnewWhereAMonitorHasBegunAnew() {
        EngineStatus there = engine(1, "a", 8);
        hosts.see(List.of(using("a", 16, 8, new HostUse(100, 50, 0, 90))), List.of(there), 0);
        hosts.see(List.of(using("a", 16, 8, new HostUse(3, 1, 1, 1))), List.of(there), 10);
        assertThat(hosts.othersPart(there, List.of(there))).as("by the load").isCloseTo(0.5, within(1e-12));
        hosts.see(List.of(using("a", 8.1, 8, HostUse.UNKNOWN)), List.of(there), 20);
        assertThat(hosts.othersPart(there, List.of(there))).isLessThan(0.02);
    }

    @Test
    void shouldGoWhereOthersRunsLeaveProcessorsAndCountOnNoMore() {
        EngineStatus there = engine(1, "a", 8);
        hosts.see(List.of(daemon("a", "m", 8, 8), taken("b", "n", 8), taken("c", "o", 5)), List.of(there), 0);
        HostWatch.Target target = Objects.requireNonNull(best(false, 0, EpochTable.NOBODY, there));

        assertThat(target.sight().daemon()).as("the other has none left").isEqualTo("c");
        assertThat(target.power()).as("three of eight processors").isEqualTo(30);
        assertThat(best(false, 4, EpochTable.NOBODY, there))
                .as("four threads on three processors")
                .isNull();
        EngineStatus shared = engine(2, "c", 8);
        assertThat(hosts.part(shared, List.of(shared)))
                .as("13 threads on 8 processors")
                .isCloseTo(8.0 / 13, within(1e-12));
    }

    @Test
    void shouldCountTheRunsThatAllDaemonsOfAMachineTell() {
        hosts.see(List.of(taken("a", "m", 5), taken("b", "m", 3)), List.of(), 0);

        assertThat(best(false, 0, EpochTable.NOBODY)).as("none of 8 is left").isNull();
    }

    @Test
    void shouldCountThreadsThatWaitForProcessorsForTheRunsOwn() {
        EngineStatus first = engine(1, "a", 8);
        EngineStatus second = engine(2, "b", 8);
        // The run has 16 threads on 8 processors. Each daemon sees 8 runnable threads besides those of its own engine.
        hosts.see(List.of(daemon("a", "m", 12, 4), daemon("b", "m", 12, 4)), List.of(first, second), 0);
        assertThat(hosts.workload("a")).isEqualTo(1);
    }

    @Test
    void shouldNotTakeTheCoordinatorsOwnEngineForSomebodyElse() {
        EngineStatus own = engine(0, "this JVM", 4);
        hosts.see(List.of(daemon("a", "m", 4, 0), here("m", 4, 4, 0)), List.of(own), 0);
        assertThat(hosts.workload("a")).isEqualTo(1);
        HostWatch.Target beside = Objects.requireNonNull(best(false, 0, EpochTable.NOBODY, own));
        assertThat(beside.sight().daemon()).isEqualTo("a");
        assertThat(beside.power()).as("the four processors that are left").isEqualTo(40);
        assertThat(best(false, 5, EpochTable.NOBODY, own))
                .as("five threads on four processors")
                .isNull();
    }

    @Test
    void shouldChooseWhereMostCanBeDone() {
        EngineStatus there = engine(1, "a", 4);
        hosts.see(
                List.of(
                        daemon("a", "m", 4, 4),
                        daemon("a2", "m", 4, 0),
                        daemon("b", "n", 1, 0),
                        daemon("c", "o", 0, 0)),
                List.of(there),
                0);
        assertThat(Objects.requireNonNull(best(false, 0, EpochTable.NOBODY, there))
                        .sight()
                        .daemon())
                .isEqualTo("c");
        assertThat(hosts.part(there, List.of(there))).as("nobody is in its way").isEqualTo(1);
    }

    @Test
    void shouldGoToAnotherMachineWithAnEngineThatIsReplacedIfThereIsOne() {
        EngineStatus there = engine(1, "a", 8);
        List<HostSight> here = List.of(daemon("a", "m", 8, 8), daemon("a2", "m", 8, 0));
        hosts.see(here, List.of(there), 0);
        assertThat(Objects.requireNonNull(best(false, 0, 1, there)).sight().daemon())
                .isEqualTo("a2");
        assertThat(best(false, 0, EpochTable.NOBODY, there)).as("beside it").isNull();
        List<HostSight> both = new ArrayList<>(here);
        both.add(daemon("b", "n", 1, 0));
        hosts.see(both, List.of(there), 0);
        assertThat(Objects.requireNonNull(best(false, 0, 1, there)).sight().daemon())
                .isEqualTo("b");
    }

    @Test
    void shouldFillTheCoordinatorsMachineAndNoMore() {
        EngineStatus own = engine(0, "this JVM", 4);
        EngineStatus child = engine(1, "this JVM", 4);
        hosts.see(List.of(here("m", 4, 4, 4)), List.of(own), 0);
        assertThat(best(true, 0, EpochTable.NOBODY, own)).isNotNull();
        hosts.see(List.of(here("m", 8, 8, 4)), List.of(own, child), 0);
        assertThat(best(true, 0, EpochTable.NOBODY, own, child)).isNull();
    }

    @Test
    void shouldKnowWhatIsLeftOfAHostBesideItsColleagues() {
        EngineStatus there = engine(1, "a", 8);
        hosts.see(List.of(daemon("a", "m", 16, 8)), List.of(there), 0);
        assertThat(hosts.workload("a")).isEqualTo(2);
        assertThat(hosts.part(there, List.of(there))).isEqualTo(0.5);
    }
}
