package org.moide.balance.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.DataWanted;
import org.moide.balance.data.TaskClass;

/** Tests when a member that balances by tasks' classes (the data objects they read) tells its neighbours its load. */
class DiffusionTest {
    private static final long MILLI = 1_000_000;

    private final TestView view = TestView.engine(0, 1).with(1, 1, 1);
    private final Strategy tdc =
            Strategies.make(StrategySpec.of("tdc"), 0, new SplittableRandom(1), DiffusionTest.class.getClassLoader());

    DiffusionTest() {
        view.meanTaskNanos = MILLI;
    }

    /**
     * Lets some milliseconds pass, and returns whether the member then tells its load.
     *
     * @param counts the numbers of the member's tasks of the classes 0, 1, and so on
     */
    private boolean tells(long millis, long... counts) {
        List<ClassCount> classes = new ArrayList<>();
        long all = 0;
        for (int id = 0; id < counts.length; id++) {
            all += counts[id];
            if (counts[id] > 0) {
                classes.add(new ClassCount(TaskClass.of(id), counts[id]));
            }
        }
        view.classes = classes;
        view.queuedTasks = all;
        view.nowNanos += millis * MILLI;
        return tdc.decide(view).stream().anyMatch(Decision.Tell.class::isInstance);
    }

    /**
     * Returns for how many tasks the member under test asks its neighbours.
     *
     * @param own the number of its own tasks
     * @param others the number of tasks that member 1 says it has
     */
    private long asked(long own, long others) {
        view.queuedTasks = own;
        view.nowNanos += MILLI;
        view.news.clear();
        hears(1, others);
        return asked();
    }

    private void hears(int member, long tasks) {
        MemberView.Telling told =
                new MemberView.Telling(member, 0, tasks, 0, view.meanTaskNanos, 0, view.nowNanos, List.of());
        view.peers.put(member, new PeerView(member, false, false, Long.MIN_VALUE, 0, false, 0, 0, told));
        view.news.add(told);
    }

    private long asked() {
        return tdc.decide(view).stream()
                .filter(Decision.Ask.class::isInstance)
                .map(Decision.Ask.class::cast)
                .filter(ask -> ask.member() != Membership.ROOT)
                .mapToLong(Decision.Ask::tasks)
                .sum();
    }

    @Test
    void shouldLeaveAnImbalanceThatIsLessThanWhatIsNotTold() {
        view.meanTaskNanos = MILLI / 1000; // a message takes as long as a thousand tasks: phase 2
        assertThat(asked(100, 118)).isZero();
        assertThat(asked(100, 122)).isEqualTo(11);
        assertThat(asked(5, 7)).as("the last tasks").isOne();
    }

    @Test
    void shouldAskForTheOnlyQueuedTaskWhenIdle() {
        view.meanTaskNanos = MILLI / 1000;
        assertThat(asked(0, 1)).as("its thread computes").isZero();
        view.idleThreads = 1;
        assertThat(asked(0, 1)).as("the task may wait for a long one").isOne();
        assertThat(asked(0, 0)).as("nothing is queued").isZero();
    }

    @Test
    void shouldAskForOneTaskWhenIdleAndEachOfManyNeighboursHasOneQueued() {
        view.meanTaskNanos = MILLI / 1000;
        view.idleThreads = 1;
        for (int member = 2; member < 64; member++) {
            view.with(member, 1, 1);
        }
        for (int neighbour = 1; neighbour < 64; neighbour *= 2) {
            hears(neighbour, 1);
        }
        assertThat(asked()).as("six sixths").isOne();
    }

    @Test
    void shouldTellWhenItsLoadHasChangedByAPart() {
        assertThat(tells(0, 100)).isTrue();
        assertThat(tells(10, 95)).isFalse();
        assertThat(tells(10, 90)).isTrue();
    }

    @Test
    void shouldTellWhenTasksOfOneClassHaveComeForThoseOfAnother() {
        assertThat(tells(0, 100, 0, 0)).isTrue();
        assertThat(tells(10, 96, 4, 0)).as("8 of 100 have moved").isFalse();
        assertThat(tells(10, 92, 4, 4)).as("16 of 100").isTrue();
        assertThat(tells(10, 92, 4, 4)).isFalse();
        assertThat(tells(10, 92, 0, 8)).as("8 of 100 have moved").isFalse();
        assertThat(tells(10, 91, 0, 10)).as("11 of 100").isTrue();
    }

    @Test
    void shouldNotTellMoreOftenThanEachMillisecond() {
        assertThat(tells(0, 100, 0)).isTrue();
        view.nowNanos += MILLI / 2;
        assertThat(tells(0, 0, 100)).isFalse();
        assertThat(tells(1, 0, 100)).isTrue();
    }

    @Test
    void shouldNeitherTellNorAskWhileItsTasksAreComingBack() {
        assertThat(tells(0, 100)).isTrue();
        view.idleThreads = 1;
        view.comingBack = 100;
        assertThat(tells(10)).isFalse();
        assertThat(tdc.decide(view)).allMatch(new Decision.Ask(Membership.ROOT, 1, true)::equals);

        view.comingBack = 0;
        assertThat(tells(10)).as("they are gone for good").isTrue();
    }

    /**
     * Checks that a member with tasks of more classes than it counts considers only its total load. Which classes it
     * counts changes with the tasks that happen to wait.
     */
    @Test
    void shouldGoByItsLoadAloneWhenItHasMoreClassesThanItCounts() {
        long[] counts = new long[DataWanted.MOST_CLASSES];
        Arrays.fill(counts, 1);
        assertThat(tells(0, counts)).isTrue();
        long[] others = new long[2 * DataWanted.MOST_CLASSES];
        Arrays.fill(others, DataWanted.MOST_CLASSES, others.length, 1);
        assertThat(tells(10, others)).isFalse();
    }
}
