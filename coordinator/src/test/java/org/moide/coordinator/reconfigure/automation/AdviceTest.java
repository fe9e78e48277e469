package org.moide.coordinator.reconfigure.automation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.Elasticity;
import org.moide.coordinator.plan.Permission;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.reconfigure.ModelCluster;
import org.moide.coordinator.reconfigure.automation.Automation.Advised;

/** Tests which changes a run advises that it does not make by itself: once, when they pay, and with a true figure. */
class AdviceTest {
    private static final int SEEDS = Math.max(20, Integer.getInteger("moide.seeds", 300) / 10);
    private static final Advised ALL = new Advised(true, true, true);
    private static final Advised ONLY_REPLACING = new Advised(true, false, false);

    private static ModelCluster three(long seed, Advised advised) {
        return new ModelCluster(seed, Elasticity.none(), advised, true, "a", "b", "c", "d")
                .with("a")
                .with("b")
                .with("c");
    }

    @Test
    void shouldAdviseOnceToLeaveAHostThatOthersTook() {
        for (long seed = 0; seed < SEEDS; seed++) {
            ModelCluster cluster = three(seed, ONLY_REPLACING).tasks(60 * 300);
            cluster.play(30);
            assertThat(cluster.advice)
                    .as("seed %s, before there is a reason", seed)
                    .isEmpty();
            cluster.host("b").others = 6;
            cluster.play(12);
            assertThat(cluster.advice).as("seed %s, too early", seed).isEmpty();
            cluster.play(12);
            assertThat(cluster.advice).as("seed %s", seed).singleElement().satisfies(advice -> {
                assertThat(advice.order())
                        .isEqualTo(new ChangeOrder.Replace(1, List.of(new DaemonAddress("d", 7100, 0))));
                assertThat(advice.order().options()).isEqualTo(" --engine 1 --hosts d:7100");
                assertThat(advice.why()).endsWith(", and d is idle");
            });
            assertThat(cluster.standing()).isNotNull();
            cluster.play(10_000);
            assertThat(cluster.isDone()).isTrue();
            assertThat(cluster.advice).as("seed %s, at the end", seed).hasSize(1);
            assertThat(cluster.changes).isEmpty();
        }
    }

    @Test
    void shouldSaveWhatItSays() {
        for (long seed = 0; seed < SEEDS; seed++) {
            long[] end = new long[2];
            double said = 0;
            for (int follows = 0; follows < 2; follows++) {
                ModelCluster cluster = three(seed, ONLY_REPLACING).tasks(60 * 400);
                if (follows == 1) {
                    cluster.following();
                }
                cluster.host("b").others = 8;
                cluster.play(10_000, second -> end[followed(cluster)] = second);
                said = cluster.advice.get(0).savedSeconds();
            }
            assertThat((double) end[0] - end[1]).as("seed %s", seed).isCloseTo(said, within(0.15 * said));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 20})
    void shouldSayWhatOthersReallyHadThoughHostsSmoothTheirLoad(int others) {
        double saidLeft = 0;
        double saidSaved = 0;
        long left = 0;
        long saved = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            long[] end = new long[2];
            long[] saidAt = new long[1];
            ModelCluster alone = smoothing(seed, others);
            alone.play(10_000, second -> {
                end[0] = second;
                saidAt[0] = alone.advice.isEmpty() ? second : saidAt[0];
            });
            smoothing(seed, others).following().play(10_000, second -> end[1] = second);
            AutomaticStep.Advice said = alone.advice.get(0);
            assertThat(said.why())
                    .as("seed %s, %s threads beside 4", seed, others)
                    .contains("others have used " + Math.round(100.0 * others / (others + 4)) + "% of b for ");
            saidLeft += said.leftSeconds();
            saidSaved += said.savedSeconds();
            left += end[0] - saidAt[0];
            saved += end[0] - end[1];
        }
        assertThat(saidLeft).as("left, in all runs").isCloseTo(left, withinPercentage(2));
        assertThat(saidSaved).as("saved, in all runs").isCloseTo(saved, withinPercentage(4));
    }

    private static ModelCluster smoothing(long seed, int others) {
        ModelCluster cluster = three(seed, ONLY_REPLACING).smoothing().tasks(60 * 400);
        cluster.play(30);
        cluster.host("b").others = others;
        return cluster;
    }

    private static int followed(ModelCluster cluster) {
        return cluster.isFollowing() ? 1 : 0;
    }

    @Test
    void shouldAdviseTheSameAsItWouldDo() {
        Elasticity replacing = new Elasticity(0, 0, Permission.GIVEN, Elasticity.IDLE_WORKLOAD);
        for (long seed = 0; seed < SEEDS; seed++) {
            ModelCluster acts = new ModelCluster(seed, replacing, true, "a", "b", "d")
                    .with("a")
                    .with("b")
                    .tasks(60 * 400);
            ModelCluster advises = new ModelCluster(seed, Elasticity.none(), ONLY_REPLACING, true, "a", "b", "d")
                    .with("a")
                    .with("b")
                    .tasks(60 * 400);
            acts.host("b").others = 8;
            advises.host("b").others = 8;
            acts.play(60);
            advises.play(60);
            assertThat(acts.changes.get(0).kind()).isEqualTo("replace");
            assertThat(acts.changes.get(0).host()).as("seed %s", seed).isEqualTo("d");
            assertThat(advises.advice.get(0).order())
                    .isEqualTo(new ChangeOrder.Replace(1, List.of(new DaemonAddress("d", 7100, 0))));
        }
    }

    @Test
    void shouldSayNothingInABalancedRun() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom load = new SplittableRandom(seed);
            ModelCluster cluster = three(seed, ALL).tasks(60 * 2_000);
            cluster.host("d").taken = true; // otherwise the run is advised to use it too
            cluster.play(10_000, second -> {
                if (second % 60 == 0) {
                    cluster.host(load.nextBoolean() ? "b" : "c").others = load.nextDouble();
                }
            });
            assertThat(cluster.isDone()).isTrue();
            assertThat(cluster.advice).as("seed %s", seed).isEmpty();
        }
    }

    @Test
    void shouldSayNothingThatHardlySavesAnything() {
        ModelCluster ending = three(1, ALL).tasks(60 * 60);
        ending.host("b").others = 8;
        ending.play(1_000);
        assertThat(ending.isDone()).isTrue();
        assertThat(ending.advice).as("the run ends soon").isEmpty();

        String[] many = IntStream.range(0, 31).mapToObj(host -> "h" + host).toArray(String[]::new);
        ModelCluster wide = new ModelCluster(1, Elasticity.none(), ONLY_REPLACING, true, many);
        for (int host = 0; host < 30; host++) {
            wide.with("h" + host);
        }
        wide.tasks(20 * 30 * 400);
        wide.host("h7").others = 8;
        wide.play(2_000);
        assertThat(wide.isDone()).isTrue();
        assertThat(wide.advice).as("one of thirty engines").isEmpty();
    }

    @Test
    void shouldSayNothingWithoutAHostToGoToOrWithoutAnEndInSight() {
        ModelCluster full = three(1, ALL).tasks(60 * 400);
        full.host("b").others = 8;
        full.host("d").others = 8;
        full.play(2_000);
        assertThat(full.advice).as("no idle host").isEmpty();
        assertThat(full.notes).isEmpty();

        ModelCluster endless = three(1, ALL).tasks(60 * 400).puttingOthers();
        endless.host("b").others = 8;
        endless.play(2_000);
        assertThat(endless.advice).as("tasks put others").isEmpty();
    }

    @Test
    void shouldWithdrawItWhenTheReasonIsGone() {
        ModelCluster cluster = three(1, ONLY_REPLACING).tasks(60 * 2_000);
        cluster.host("b").others = 8;
        cluster.play(40);
        assertThat(cluster.standing()).isNotNull();
        cluster.host("b").others = 0;
        cluster.play(60);
        assertThat(cluster.standing()).isNull();
        cluster.host("b").others = 8;
        cluster.play(60);
        assertThat(cluster.standing()).isNotNull();
        assertThat(cluster.advice).hasSize(1);
    }

    @Test
    void shouldAdviseAnEngineMoreWhereAnotherRunHasLeft() {
        for (long seed = 0; seed < SEEDS; seed++) {
            ModelCluster cluster = three(seed, ALL).tasks(60 * 400);
            cluster.host("d").taken = true;
            cluster.play(60);
            assertThat(cluster.advice).isEmpty();
            cluster.host("d").taken = false;
            cluster.play(20);
            assertThat(cluster.advice).as("seed %s", seed).singleElement().satisfies(advice -> {
                assertThat(advice.order()).isInstanceOf(ChangeOrder.Expand.class);
                assertThat(advice.order().options()).isEqualTo(" --hosts d:7100");
                assertThat(advice.why()).matches("d is idle, and [\\d,]+ tasks wait");
                assertThat(advice.savedSeconds()).isBetween(60.0, 90.0); // a quarter of what is left
            });
        }
    }

    @Test
    void shouldAdviseAnAssistantForAnEngineWhoseTasksLastLonger() {
        ModelCluster cluster = three(1, new Advised(true, false, true)).tasks(60 * 400);
        cluster.play(60);
        assertThat(cluster.advice).isEmpty();
        cluster.overloaded(new RunStatus.Overload(0, "its tasks last 300 s, those of the others 100 s", 300, 100));
        cluster.play(3);
        assertThat(cluster.advice).singleElement().satisfies(advice -> {
            assertThat(advice.order()).isEqualTo(new ChangeOrder.Assist(0, List.of(new DaemonAddress("d", 7100, 0))));
            assertThat(advice.order().options()).isEqualTo(" --engine 0 --hosts d:7100");
            assertThat(advice.savedSeconds()).isBetween(140.0, 150.0); // half of 300 s, less the start
        });
    }

    @Test
    void shouldNotAdviseAReplacementTooForAnEngineThatShouldGetAnAssistant() {
        ModelCluster cluster = three(1, new Advised(true, false, true)).tasks(60 * 400);
        cluster.overloaded(new RunStatus.Overload(1, "it does 40% of what its power promises", 0, 0));
        cluster.play(20);
        assertThat(cluster.advice)
                .singleElement()
                .satisfies(advice -> assertThat(advice.order()).isInstanceOf(ChangeOrder.Assist.class));
        cluster.overloaded(null);
        cluster.host("b").others = 8;
        cluster.play(60);
        assertThat(cluster.standing())
                .isNotNull()
                .satisfies(advice -> assertThat(advice.order()).isInstanceOf(ChangeOrder.Replace.class));
        assertThat(cluster.advice).hasSize(1);
    }

    @Test
    void shouldLetAnAdviceStandWhileItsReasonComesAndGoes() {
        ModelCluster cluster = three(1, new Advised(true, false, true)).tasks(60 * 400);
        RunStatus.Overload overload = new RunStatus.Overload(0, "it does 40% of what its power promises", 0, 0);
        cluster.play(30);
        cluster.overloaded(overload);
        cluster.play(3);
        cluster.overloaded(null);
        cluster.play(5);
        assertThat(cluster.standing()).isNotNull();
        cluster.play(10);
        assertThat(cluster.standing()).isNull();
        cluster.overloaded(overload);
        cluster.play(3);
        cluster.overloaded(null);
        cluster.with("d");
        cluster.play(3);
        assertThat(cluster.standing()).as("somebody has added an engine").isNull();
    }

    @Test
    void shouldAdviseThreadsByTheProgressOfTheApplication() {
        ModelCluster untold = three(1, ALL).threads();
        untold.host("b").others = 8;
        untold.play(300);
        assertThat(untold.advice).as("nothing is known of the end").isEmpty();

        ModelCluster told = three(1, ALL).threads();
        told.host("b").others = 8;
        told.left(300);
        told.play(30);
        assertThat(told.advice).singleElement().satisfies(advice -> {
            assertThat(advice.order()).isInstanceOf(ChangeOrder.Replace.class);
            assertThat(advice.savedSeconds()).isBetween(190.0, 196.0); // all threads are three times as fast
        });

        ModelCluster two = three(1, ALL).threads();
        two.host("b").others = 8;
        two.host("c").others = 8;
        two.left(300);
        two.play(30);
        assertThat(two.advice).as("the other slow engine would hold up all").isEmpty();
    }

    @Test
    void shouldAdviseNothingThatTheRunDoesByItself() {
        List<DaemonAddress> daemons = List.of(new DaemonAddress("a", 7100, 0));
        Placement all = new Placement(true, 1, daemons, 0);
        assertThat(Advised.of(all, Assistance.NONE)).isEqualTo(new Advised(true, true, true));
        assertThat(Advised.of(all, new Assistance(Permission.GIVEN, List.of(), false)))
                .isEqualTo(new Advised(true, true, false));
        assertThat(Advised.of(all, new Assistance(Permission.REFUSED, List.of(), false)))
                .as("the user does not want assistants")
                .isEqualTo(new Advised(true, true, false));
        assertThat(Advised.of(
                        all.changing(new Elasticity(0, 0, Permission.REFUSED, Elasticity.IDLE_WORKLOAD)),
                        Assistance.NONE))
                .as("the user does not want engines to move")
                .isEqualTo(new Advised(false, true, true));
        assertThat(Advised.of(new Placement(true, 1, daemons, 2), Assistance.NONE))
                .as("the user has chosen the number")
                .isEqualTo(new Advised(true, false, true));
        assertThat(Advised.of(new Placement(true, 2, List.of(), 0), Assistance.NONE)
                        .isNothing())
                .as("on this machine only")
                .isTrue();
    }
}
