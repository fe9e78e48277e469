package org.moide.balance.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.TaskClass;
import org.moide.balance.simulation.Interconnect;
import org.moide.balance.simulation.Platform;
import org.moide.balance.strategy.Membership;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.DataLayout;
import org.moide.balance.workload.Workload;

/** Tests schedules whose expected values were computed by hand. The transfer of an object of 100 bytes takes 100 ns. */
class OwnLinesScheduleTest {
    private static final Interconnect BYTE_PER_NANO = new Interconnect(1, 1e9, 0);
    private static final TaskClass FIRST = TaskClass.of(0);
    private static final TaskClass SECOND = TaskClass.of(1);

    @Test
    void shouldWaitForTransfersAndShareWhatIsLeft() {
        // Object 0 is at member 0, object 1 at member 1. Member 1 has done its tasks at 100 and helps; its transfer
        // ends at 200.
        ScheduleOutcome outcome = run(true, 100, 2, FIRST, FIRST, FIRST, FIRST, SECOND);

        assertThat(outcome.nanos()).isEqualTo(300);
        assertThat(outcome.fetched()).isEqualTo(1);
        assertThat(outcome.efficiency()).isCloseTo(500.0 / 600, within(1e-9));
    }

    @Test
    void shouldFetchAgainWhatDidNotFit() {
        // One member with room for one object: first all tasks of one class, then all of the other.
        assertThat(run(false, 100, 1, FIRST, SECOND, FIRST, SECOND).fetched()).isEqualTo(2);
        assertThat(run(false, 100, 1, FIRST, SECOND, FIRST, SECOND).nanos()).isEqualTo(4 * 100 + 2 * 100);
    }

    @Test
    void shouldKeepBothWhereBothFit() {
        ScheduleOutcome outcome = run(false, 200, 1, TaskClass.of(0, 1), FIRST, TaskClass.of(0, 1), SECOND);
        assertThat(outcome.fetched()).isEqualTo(2);
        assertThat(outcome.nanos()).isEqualTo(4 * 100 + 200);
    }

    @Test
    void shouldRunTasksThatTasksPutAfterThem() {
        BagWorkload chain =
                new BagWorkload("chain", new int[] {Workload.NO_PARENT, 0, 1}, new long[] {100, 100, 100}, 1);
        assertThat(OwnLinesSchedule.of(chain, new Platform(members(2), true, true, BYTE_PER_NANO, 100))
                        .nanos())
                .isEqualTo(300);
    }

    private static ScheduleOutcome run(boolean atMembers, long memory, int count, TaskClass... classes) {
        int[] parents = new int[classes.length];
        Arrays.fill(parents, Workload.NO_PARENT);
        long[] nanos = new long[classes.length];
        Arrays.fill(nanos, 100);
        BagWorkload workload =
                new BagWorkload("made", parents, nanos, 1, new DataLayout(new long[] {100, 100}, classes, atMembers));
        return OwnLinesSchedule.of(workload, new Platform(members(count), true, true, BYTE_PER_NANO, memory));
    }

    private static Membership members(int count) {
        return Membership.of(List.of(new Membership.Member(0, 1, 1, 1), new Membership.Member(1, 1, 1, 1))
                .subList(0, count));
    }
}
