package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;

/**
 * Tests every strategy by itself in the same simulations: results must be exact, totals must balance, and the run must
 * end.
 */
class StrategyLibraryTest {
    /**
     * The number of seeds for each strategy: at least 30, so that rare events occur. Tier 1 asks for 2,000 with {@code
     * -Dmoide.seeds=10000}.
     */
    private static final int SEEDS = Math.max(150, Integer.getInteger("moide.seeds", 300)) / 5;

    /** The number of runs with ten thousand tasks each: two in the default build. */
    private static final int STORIES = SEEDS / 15;

    private static final long MILLI = 1_000_000;

    static List<String> all() {
        return Strategies.names();
    }

    /** Returns the names of the strategies that can move tasks created by tasks. */
    static Stream<String> dynamic() {
        return all().stream().filter(name -> !name.equals("static"));
    }

    /** Draws the parameters of a strategy, often extreme ones. */
    private static StrategySpec drawn(String name, RandomGenerator random) {
        Map<String, String> parameters = new HashMap<>();
        if (random.nextBoolean()) {
            switch (name) {
                case "collective",
                        "central",
                        "most-loaded",
                        "partitioned",
                        "neighbours",
                        "rated",
                        "rated-partitioned" -> {
                    parameters.put("threshold", Integer.toString(random.nextInt(4)));
                    parameters.put("waitMillis", Double.toString(random.nextDouble(0.1, 100)));
                    parameters.put("pauseMillis", Double.toString(random.nextDouble(0.1, 20)));
                }
                case "mig0", "mig1", "mig2" -> {
                    parameters.put("block", Integer.toString(1 + random.nextInt(20)));
                    parameters.put("part", Double.toString(random.nextDouble(0.01, 1)));
                    parameters.put("keep", Integer.toString(random.nextInt(4)));
                    parameters.put("low", Integer.toString(random.nextInt(4)));
                    parameters.put("pauseMillis", Double.toString(random.nextDouble(0.1, 20)));
                }
                default -> {
                    // the other simulations draw its parameters
                }
            }
            if (name.startsWith("rated")) {
                parameters.put("tolerance", Double.toString(random.nextDouble()));
            }
            if (name.endsWith("partitioned")) {
                parameters.put("groups", Integer.toString(1 + random.nextInt(5)));
            }
            if (name.equals("neighbours")) {
                parameters.put(
                        "neighbours",
                        List.of("ring", "hypercube", "mesh", "all").get(random.nextInt(4)));
            }
        }
        return StrategySpec.of(name, parameters);
    }

    /**
     * Returns a strategy in which all members form one group, if it is a strategy with groups. Tasks do not leave a
     * group, so one task at the start could keep only one group busy.
     */
    private static StrategySpec inOneGroup(String name) {
        return StrategySpec.of(name, name.endsWith("partitioned") ? Map.of("groups", "16") : Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"stealing", "neighbours", "most-loaded"})
    void shouldCountEveryTaskOnceWhereverMembersAre(String name) {
        LoanTotals engines = LoanTotals.NONE;
        for (long seed = 0; seed < 2L * SEEDS; seed++) {
            engines = engines.plus(new BagSimulation(seed, new Cores(), random -> drawn(name, random), false, true)
                    .run()
                    .engineTotals());
        }
        assertThat(engines.loansMade())
                .as("loans between engines: without any, the seeds tried nothing")
                .isGreaterThan(2);
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldCountEveryTaskOnceWhateverHappens(String name) {
        LoanTotals engines = LoanTotals.NONE;
        for (long seed = 0; seed < SEEDS; seed++) {
            engines = engines.plus(new BagSimulation(seed, new Cores(), random -> drawn(name, random))
                    .run()
                    .engineTotals());
        }
        if (!List.of("static", "demand", "guided", "master-slave").contains(name)) {
            assertThat(engines.loansMade())
                    .as("loans between engines: without any, the seeds tried nothing")
                    .isGreaterThan(SEEDS / 10);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldEndARoundForEveryThreadWhenItsTasksAreDone(String name) {
        for (long seed = 0; seed < SEEDS / 2; seed++) {
            RoundsSimulation rounds = new RoundsSimulation(seed, new Cores(), random -> drawn(name, random));
            // The run itself checks that each task was executed once and that each round has ended.
            assertThatNoException().as("seed %s", seed).isThrownBy(rounds::run);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldRunTheSameAgainWhenTheSeedIsTheSame(String name) {
        for (long seed = 0; seed < 10; seed++) {
            long first = new BagSimulation(seed, new Cores(), random -> drawn(name, random))
                    .run()
                    .digest();
            assertThat(new BagSimulation(seed, new Cores(), random -> drawn(name, random))
                            .run()
                            .digest())
                    .as("digest of seed " + seed)
                    .isEqualTo(first);
        }
    }

    @ParameterizedTest
    @MethodSource("dynamic")
    void shouldGiveWorkToAMemberThatJoinsLateAndLoseNothingOfThoseThatDie(String name) {
        for (long seed = 0; seed < STORIES; seed++) {
            Story story = new Story(seed, SimulatedTree.regular(8, 3, MILLI), inOneGroup(name), 8);
            story.after(60 * MILLI, () -> story.kill(3, 5 * MILLI));
            story.pass(100 * MILLI);
            TroubledEngine late = story.join(8);
            story.pass(100 * MILLI);
            assertThat(late.balancer.totals().executedTasks())
                    .as(name + ", seed " + seed + ": tasks within 100 ms")
                    .isPositive();
            story.runToTheEnd();
            assertThat(story.totals().executedTasks()).isEqualTo(9_841);
        }
    }

    @ParameterizedTest
    @MethodSource("dynamic")
    void shouldGiveWorkToAMemberThatJoinsLateWhenTheOthersHearOfItLaterStill(String name) {
        for (long seed = 0; seed < STORIES; seed++) {
            Story story = new Story(seed, SimulatedTree.regular(8, 3, MILLI), inOneGroup(name), 8);
            story.pass(100 * MILLI);
            TroubledEngine late = story.join(8, 15 * MILLI);
            story.pass(30 * MILLI);
            assertThat(late.balancer.totals().executedTasks())
                    .as(name + ", seed " + seed + ": tasks within 30 ms, 15 ms after the others were told")
                    .isPositive();
            story.runToTheEnd();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldLetAMemberLeavePolitely(String name) {
        for (long seed = 0; seed < STORIES; seed++) {
            Story story = new Story(seed, SimulatedTree.regular(8, 3, MILLI), inOneGroup(name), 8);
            story.pass(100 * MILLI);
            story.dismiss(3);
            story.pass(150 * MILLI);
            assertThat(story.isThere(3))
                    .as(name + ", seed " + seed + ": there 150 ms after it was asked to leave")
                    .isFalse();
            story.runToTheEnd();
            assertThat(story.totals().executedTasks()).isEqualTo(9_841);
            assertThat(story.totals().loansRetaken())
                    .as(name + ", seed " + seed + ": loans retaken")
                    .isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("dynamic")
    void shouldKeepAllBusyWhenATreeGrowsFromOneTask(String name) {
        Story story = new Story(1, SimulatedTree.regular(8, 3, MILLI), inOneGroup(name), 8);
        story.runToTheEnd();
        assertThat(story.efficiency()).as("with 615 ms of work for each thread").isGreaterThan(0.9);
    }
}
