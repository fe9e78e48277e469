package org.moide.balance.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
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

/**
 * Tests schedules whose expected values were computed by hand. The transfer of an object of 100 bytes takes 100 ns, and
 * the root has all objects.
 */
class AllKnowingScheduleTest {
    private static final Interconnect BYTE_PER_NANO = new Interconnect(1, 1e9, 0);
    private static final TaskClass FIRST = TaskClass.of(0);
    private static final TaskClass SECOND = TaskClass.of(1);

    @Test
    void shouldWaitForTransfersAndShareWhatIsLeft() {
        // Object 0 is at member 0, object 1 at member 1. Member 1 has done its tasks at 100 and helps; its transfer
        // ends at 200.
        ScheduleOutcome outcome = run(true, 100, 2, 100, FIRST, FIRST, FIRST, FIRST, SECOND);

        assertThat(outcome).isEqualTo(new ScheduleOutcome(300, 500.0 / 600, 1));
    }

    @Test
    void shouldSendOneObjectAtATimeAndHaveCopiesGivenOn() {
        // From the root at 100, then from two holders at 200: three members have it. The fourth gets it at 300, when
        // little is left.
        TaskClass[] tasks = new TaskClass[20];
        Arrays.fill(tasks, FIRST);

        ScheduleOutcome four = run(false, 100, 4, 100, tasks);
        ScheduleOutcome ownLines = OwnLinesSchedule.of(
                workload(false, 100, tasks), new Platform(members(4), true, true, BYTE_PER_NANO, 100));

        assertThat(ownLines.nanos()).isEqualTo(100 + 500);
        assertThat(four.nanos())
                .as("1 from 100 on, 3 from 200 on, 4 from 300 on")
                .isEqualTo(700);
        assertThat(four.fetched()).isEqualTo(4);
    }

    @Test
    void shouldSendNothingThatComesWhenAllIsBegun() {
        ScheduleOutcome outcome = run(true, 100, 2, 10, FIRST, FIRST, FIRST, FIRST, SECOND);

        assertThat(outcome.nanos()).as("the transfer would end at 110").isEqualTo(40);
        assertThat(outcome.fetched()).isZero();
        assertThat(outcome.efficiency()).isCloseTo(50.0 / 80, within(1e-9));
    }

    @Test
    void shouldFetchAgainWhatDidNotFit() {
        // One member with room for one object: first all tasks of one class, then all of the other.
        assertThat(run(false, 100, 1, 100, FIRST, SECOND, FIRST, SECOND))
                .isEqualTo(new ScheduleOutcome(4 * 100 + 2 * 100, 400.0 / 600, 2));
    }

    @Test
    void shouldRunTasksThatTasksPutAfterThem() {
        BagWorkload chain =
                new BagWorkload("chain", new int[] {Workload.NO_PARENT, 0, 1}, new long[] {100, 100, 100}, 1);
        assertThat(AllKnowingSchedule.of(chain, new Platform(members(2), true, true, BYTE_PER_NANO, 100))
                        .nanos())
                .isEqualTo(300);
    }

    private static ScheduleOutcome run(boolean atMembers, long memory, int count, long nanos, TaskClass... classes) {
        return AllKnowingSchedule.of(
                workload(atMembers, nanos, classes), new Platform(members(count), true, true, BYTE_PER_NANO, memory));
    }

    private static BagWorkload workload(boolean atMembers, long nanosEach, TaskClass... classes) {
        int[] parents = new int[classes.length];
        Arrays.fill(parents, Workload.NO_PARENT);
        long[] nanos = new long[classes.length];
        Arrays.fill(nanos, nanosEach);
        return new BagWorkload("made", parents, nanos, 1, new DataLayout(new long[] {100, 100}, classes, atMembers));
    }

    private static Membership members(int count) {
        List<Membership.Member> members = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            members.add(new Membership.Member(number, 1, 1, 1));
        }
        return Membership.of(members);
    }
}
