package org.moide.coordinator.reconfigure.automation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.control.RunStatus.EngineStatus;
import org.moide.coordinator.plan.Elasticity;
import org.moide.coordinator.plan.Permission;
import org.moide.coordinator.reconfigure.ModelCluster;

/**
 * Tests which changes a run makes to its engines by itself, and how rarely, while the load of other users varies, hosts
 * become slow, and tasks run out.
 */
class AutomationTest {
    /** The number of seeds. For each seed, some hours are simulated in steps of a second. */
    private static final int SEEDS = Math.max(20, Integer.getInteger("moide.seeds", 300) / 40);

    private static final long HOUR = 3_600;

    private static Elasticity elastic(int least, int most) {
        return new Elasticity(least, most, Permission.GIVEN, Elasticity.IDLE_WORKLOAD);
    }

    private static Elasticity replacing() {
        return new Elasticity(0, 0, Permission.GIVEN, Elasticity.IDLE_WORKLOAD);
    }

    private static List<String> kinds(ModelCluster cluster) {
        return cluster.changes.stream().map(ModelCluster.Changed::kind).toList();
    }

    // --- more -----------------------------------------------------------------------------------------------------

    @Test
    void shouldGrowToTheMostOnIdleHostsAndThenStayAsItIs() {
        for (long seed = 0; seed < SEEDS; seed++) {
            ModelCluster cluster = new ModelCluster(seed, elastic(1, 3), true, "a", "b", "c", "d").with("a");
            cluster.host("b").others = 3;
            cluster.play(60);
            assertThat(cluster.places()).as("seed %s", seed).containsExactly("a", "c", "d");
            cluster.play(HOUR);
            assertThat(kinds(cluster)).as("seed %s: %s", seed, cluster.changes).containsExactly("expand", "expand");
        }
    }

    @Test
    void shouldSayWhyItGrows() {
        ModelCluster cluster =
                new ModelCluster(1, elastic(1, 2), true, "a", "b").with("a").tasks(5_016);
        cluster.play(60);
        assertThat(cluster.changes).singleElement().satisfies(change -> {
            assertThat(change.host()).isEqualTo("b");
            assertThat(change.why()).matches("b is idle, and \\d,\\d{3} tasks wait");
        });
    }

    @Test
    void shouldNotGrowForARunThatIsAboutToEndOrHasNoWorkForMore() {
        ModelCluster ending =
                new ModelCluster(1, elastic(1, 2), true, "a", "b").with("a").tasks(200);
        ending.play(HOUR);
        assertThat(ending.isDone()).isTrue();
        assertThat(ending.changes).isEmpty();

        ModelCluster trickle =
                new ModelCluster(1, elastic(1, 2), true, "a", "b").with("a").tasks(1);
        trickle.play(300, second -> trickle.addTasks(10));
        assertThat(trickle.changes).isEmpty();

        ModelCluster chain = new ModelCluster(1, elastic(1, 2), true, "a", "b")
                .with("a")
                .tasks(1)
                .puttingOthers();
        chain.play(300, second -> chain.addTasks(10));
        assertThat(chain.changes).isEmpty();
    }

    @Test
    void shouldLeaveHostsAloneThatOtherRunsUseOrThatDoNotAnswer() {
        ModelCluster cluster = new ModelCluster(1, elastic(1, 4), true, "a", "b", "c").with("a");
        cluster.host("b").taken = true;
        cluster.host("c").answers = false;
        cluster.play(600);
        assertThat(cluster.changes).isEmpty();
        cluster.host("b").taken = false;
        cluster.play(30);
        assertThat(cluster.places()).containsExactly("a", "b");
    }

    @Test
    void shouldTryAHostWhereNoEngineCanBeMadeMoreAndMoreSeldom() {
        ModelCluster cluster = new ModelCluster(1, elastic(1, 2), true, "a", "b").with("a");
        cluster.host("b").makesEngines = false;
        int[] tries = {0};
        cluster.play(HOUR, second -> tries[0] += cluster.isChanging() ? 1 : 0);
        assertThat(tries[0]).as("seconds in which it was tried").isBetween(2, 40);
        cluster.host("b").makesEngines = true;
        cluster.play(HOUR);
        assertThat(kinds(cluster)).containsExactly("expand");
    }

    @Test
    void shouldHaveAtLeastAsManyAsItShouldEvenWithoutWaitingTasks() {
        ModelCluster cluster = new ModelCluster(1, elastic(2, 3), true, "a", "b", "c")
                .with("a")
                .tasks(1);
        cluster.play(60, second -> cluster.addTasks(10));
        assertThat(cluster.changes)
                .singleElement()
                .satisfies(
                        change -> assertThat(change.why()).isEqualTo("b is idle, and there are fewer engines than 2"));
    }

    @Test
    void shouldAddEnginesToThreadsThatCanBeCutAnew() {
        ModelCluster cluster = new ModelCluster(1, elastic(1, 3), true, "a", "b", "c")
                .with("a")
                .threads();
        cluster.play(90);
        assertThat(cluster.places()).containsExactly("a", "b", "c");
    }

    // --- fewer ----------------------------------------------------------------------------------------------------

    @Test
    void shouldLeaveAHostThatColleaguesWantAndComeBackWhenTheyAreGone() {
        ModelCluster cluster =
                new ModelCluster(1, elastic(1, 2), true, "a", "b").with("a").with("b");
        cluster.play(60);
        assertThat(cluster.changes).isEmpty();
        cluster.host("b").others = 3;
        cluster.play(40);
        assertThat(kinds(cluster)).containsExactly("shrink");
        assertThat(cluster.changes.get(0).why()).matches("others have used 43% of b for 1[2-4] s");
        cluster.play(HOUR);
        assertThat(cluster.places()).containsExactly("a");
        cluster.host("b").others = 0;
        cluster.play(120);
        assertThat(kinds(cluster)).containsExactly("shrink", "expand");
    }

    @Test
    void shouldMindNeitherAShortBurstNorALoadBetweenIdleAndBusy() {
        ModelCluster cluster =
                new ModelCluster(1, elastic(1, 2), true, "a", "b").with("a").with("b");
        cluster.play(HOUR, second -> cluster.host("b").others = second % 40 < 10 ? 4 : 0);
        cluster.play(HOUR, second -> cluster.host("b").others = 1.6);
        assertThat(cluster.changes).isEmpty();

        ModelCluster alone = new ModelCluster(1, elastic(1, 2), true, "a", "b").with("a");
        alone.play(HOUR, second -> alone.host("b").others = 1.6);
        assertThat(alone.changes).isEmpty();
    }

    @Test
    void shouldStayWhereItIsWhenNoHostIsLeftAndSayThatOnce() {
        ModelCluster cluster = new ModelCluster(1, elastic(1, 2), false, "a", "b").with("a");
        cluster.host("a").others = 4;
        cluster.host("b").others = 4;
        cluster.play(HOUR);
        assertThat(cluster.changes).isEmpty();
        assertThat(cluster.notes)
                .singleElement()
                .asString()
                .matches("engine-0 on a goes on where it is, though others have used 50% of a for \\d+ s:"
                        + " no idle host is left to go to");
    }

    @Test
    void shouldNotComeBackToAHostThatTheUserHasDrained() {
        ModelCluster cluster =
                new ModelCluster(1, elastic(1, 2), true, "a", "b").with("a").with("b");
        cluster.play(60);
        cluster.part("b", EngineStatus.Standing.LEAVING);
        cluster.play(HOUR);
        assertThat(cluster.changes).isEmpty();
    }

    @Test
    void shouldReplaceALostEngineAfterAWhile() {
        ModelCluster cluster =
                new ModelCluster(1, elastic(1, 2), true, "a", "b").with("a").with("b");
        cluster.play(60);
        cluster.part("b", EngineStatus.Standing.LOST);
        cluster.play(50);
        assertThat(cluster.changes).isEmpty();
        cluster.play(50);
        assertThat(kinds(cluster)).containsExactly("expand");
    }

    @Test
    void shouldGiveBackEnginesForWhichThereIsNoWork() {
        ModelCluster cluster = new ModelCluster(1, elastic(1, 3), true, "a", "b", "c")
                .with("a")
                .with("b")
                .with("c");
        cluster.tasks(1);
        cluster.play(600, second -> cluster.addTasks(0.5));
        assertThat(cluster.places()).containsExactly("a");
        assertThat(kinds(cluster)).containsOnly("shrink");
        assertThat(cluster.changes.get(0).why()).isEqualTo("there is no work for it");
    }

    // --- replacing ------------------------------------------------------------------------------------------------

    @Test
    void shouldReplaceAnEngineThatBecomesSlowWhenThatPays() {
        for (long seed = 0; seed < SEEDS; seed++) {
            ModelCluster cluster = new ModelCluster(seed, replacing(), true, "a", "b", "c")
                    .with("a")
                    .with("b");
            cluster.play(60);
            assertThat(cluster.changes).as("seed %s", seed).isEmpty();
            cluster.host("b").speed = 0.25;
            cluster.play(60);
            assertThat(cluster.places())
                    .as("seed %s: %s", seed, cluster.changes)
                    .containsExactly("a", "c");
            cluster.play(HOUR);
            assertThat(cluster.changes).as("seed %s", seed).hasSize(1);
            assertThat(cluster.changes.get(0).why())
                    .matches("it does \\d+% of what its power promised, measured by the others, and c is idle");
        }
    }

    @Test
    void shouldLeaveAnEngineThatHasAnAssistantToThat() {
        ModelCluster cluster = new ModelCluster(1, replacing(), true, "a", "b", "c")
                .with("a")
                .with("b")
                .assisting(1);
        cluster.play(60);
        cluster.host("b").speed = 0.25;
        cluster.play(HOUR);
        assertThat(cluster.changes).isEmpty();
    }

    @Test
    void shouldNotReplaceAnEngineWhenTheRunIsAboutToEnd() {
        ModelCluster cluster =
                new ModelCluster(1, replacing(), true, "a", "b", "c").with("a").with("b");
        cluster.tasks(40 * 60);
        cluster.play(40);
        cluster.host("b").speed = 0.5;
        cluster.play(HOUR);
        assertThat(cluster.isDone()).isTrue();
        assertThat(cluster.changes).isEmpty();
        assertThat(cluster.notes)
                .allMatch(line -> line.endsWith("going elsewhere would not pay"))
                .hasSizeLessThan(2);
    }

    @Test
    void shouldNotTakePhasesOfTheApplicationForSlowHosts() {
        ModelCluster cluster =
                new ModelCluster(1, replacing(), true, "a", "b", "c").with("a").with("b");
        cluster.play(HOUR, second -> {
            double phase = second / 100 % 2 == 0 ? 1 : 0.1;
            cluster.host("a").speed = phase;
            cluster.host("b").speed = phase;
        });
        assertThat(cluster.changes).isEmpty();
        assertThat(cluster.notes).isEmpty();
    }

    @Test
    void shouldNeverReplaceTheCoordinatorsOwnEngine() {
        ModelCluster cluster = new ModelCluster(1, elastic(1, 2), true, "a", "b", "c")
                .with("a")
                .with("b");
        cluster.play(60);
        cluster.host("a").speed = 0.1;
        cluster.host("a").others = 4;
        cluster.play(HOUR);
        assertThat(cluster.places()).containsExactly("a", "b");
    }

    @Test
    void shouldReplaceAnEngineOfThreadsByWhatItsHostSays() {
        ModelCluster cluster = new ModelCluster(1, replacing(), true, "a", "b", "c")
                .with("a")
                .with("b")
                .threads();
        cluster.play(60);
        cluster.host("b").others = 4;
        cluster.play(60);
        assertThat(cluster.places()).containsExactly("a", "c");
        assertThat(cluster.changes.get(0).why()).matches("others have used 50% of b for 1[2-4] s, and c is idle");
    }

    // --- no ping-pong ---------------------------------------------------------------------------------------------

    @Test
    void shouldChangeSeldomHoweverLoadComesAndGoes() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom chaos = new SplittableRandom(~seed);
            ModelCluster cluster = new ModelCluster(seed, elastic(1, 3), true, "a", "b", "c", "d").with("a");
            String[] names = {"b", "c", "d"};
            long[] period = chaos.longs(3, 5, 400).toArray();
            long[] shift = chaos.longs(3, 0, 400).toArray();
            double[] most = chaos.doubles(3, 0.5, 6).toArray();
            cluster.play(2 * HOUR, second -> {
                for (int host = 0; host < names.length; host++) {
                    boolean there = (second + shift[host]) / period[host] % 2 == 0;
                    cluster.host(names[host]).others = there ? most[host] : 0;
                }
            });
            assertThat(cluster.changes).as("seed %s", seed).hasSizeLessThan(40);
            assertThat(comings(cluster))
                    .as("seed %s: %s", seed, cluster.changes)
                    .allMatch(away -> away >= 60);
        }
    }

    /**
     * Returns how many seconds passed from the time when an engine left a host until the host got an engine again, for
     * each such return.
     */
    private static List<Long> comings(ModelCluster cluster) {
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < cluster.changes.size(); i++) {
            ModelCluster.Changed left = cluster.changes.get(i);
            if (!left.kind().equals("shrink")) {
                continue;
            }
            cluster.changes.stream()
                    .skip(i + 1L)
                    .filter(later -> later.host().equals(left.host()))
                    .findFirst()
                    .ifPresent(back -> pauses.add(back.second() - left.second()));
        }
        return pauses;
    }

    @Test
    void shouldChangeSeldomHoweverWorkComesAndGoes() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom chaos = new SplittableRandom(~seed);
            long period = chaos.nextLong(5, 300);
            ModelCluster cluster = new ModelCluster(seed, elastic(1, 3), true, "a", "b", "c")
                    .with("a")
                    .tasks(1);
            cluster.play(2 * HOUR, second -> cluster.addTasks(second / period % 2 == 0 ? 80 : 0.1));
            assertThat(cluster.changes).as("seed %s", seed).hasSizeLessThan(40);
        }
    }

    @Test
    void shouldGetMoreDoneByReplacingWhateverHappensToHosts() {
        double with = 0;
        double without = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            with += doneInAnHour(seed, replacing());
            without += doneInAnHour(seed, new Elasticity(0, 0, Permission.OPEN, 1));
        }
        assertThat(with).isGreaterThan(1.1 * without);
    }

    private static double doneInAnHour(long seed, Elasticity rules) {
        SplittableRandom chaos = new SplittableRandom(~seed);
        ModelCluster cluster = new ModelCluster(seed, rules, true, "a", "b", "c", "d")
                .with("a")
                .with("b");
        String[] names = {"b", "c", "d"};
        cluster.play(HOUR, second -> {
            if (second % 300 == 0) {
                ModelCluster.Host host = cluster.host(Objects.requireNonNull(names[chaos.nextInt(3)]));
                host.speed = chaos.nextBoolean() ? 1 : 0.2;
                host.others = chaos.nextBoolean() ? 0 : 8 * chaos.nextDouble();
            }
        });
        return cluster.done();
    }
}
