package org.moide.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.moide.engine.Program;
import org.moide.test.planted.BothReceive;
import org.moide.test.planted.ChangedInput;
import org.moide.test.planted.FirstComes;
import org.moide.test.planted.ForgottenState;
import org.moide.test.planted.HomelessState;
import org.moide.test.planted.MeanOfMeans;
import org.moide.test.planted.MissingWait;
import org.moide.test.planted.OneTag;
import org.moide.test.planted.StaticCounter;
import org.moide.test.planted.WrongBarrier;

/**
 * Tests ten applications with one bug each, which the kit must find, and the same applications without the bugs, in
 * which it must find nothing.
 */
@Timeout(600)
class PlantedBugsTest {
    private static final int MOST_SEEDS = 200;

    /** The number of seeds without bugs; {@code -Dmoide.test.seeds=10000} runs more. */
    private static final int SEEDS_WITHOUT = Integer.getInteger("moide.test.seeds", 4);

    static Stream<Arguments> bugs() {
        return Stream.of(
                bug(WrongBarrier.class, 2, 2, 0, gives("sum", PlantedBugsTest::sumOfIds), "expected: "),
                bug(OneTag.class, 2, 1, 0, anything -> {}, "expected borders"),
                bug(ForgottenState.class, 3, 1, 1, gives("sum", any -> 66L), "expected: 66L"),
                bug(MeanOfMeans.class, 2, 2, 1, gives("count", any -> 24), "order"),
                bug(StaticCounter.class, 2, 2, 1, gives("count", any -> 24), "expected: 24"),
                bug(ChangedInput.class, 2, 1, 1, gives("sum", any -> 72L), "changed"),
                bug(HomelessState.class, 3, 1, 1, gives("sum", any -> 160L), "expected: 160L"),
                bug(MissingWait.class, 2, 2, 0, gives("sum", PlantedBugsTest::sumOfThreads), "expected: 3L"),
                bug(BothReceive.class, 2, 1, 0, anything -> {}, "deadlock"),
                bug(FirstComes.class, 3, 1, 0, gives("said", PlantedBugsTest::otherIds), "expected: \"12\""));
    }

    private static Arguments bug(
            Class<? extends Program> application,
            int engines,
            int threads,
            int kills,
            Consumer<SimulatedOutcome> verdict,
            String said) {
        return arguments(application, engines, threads, kills, verdict, said);
    }

    private interface Expected {
        Object of(SimulatedOutcome outcome);
    }

    private static Consumer<SimulatedOutcome> gives(String name, Expected expected) {
        return outcome -> assertThat(outcome.result(name)).isEqualTo(expected.of(outcome));
    }

    private static Object sumOfIds(SimulatedOutcome outcome) {
        long count = (long) outcome.engines() * outcome.threads();
        return count * (count + 1) / 2;
    }

    private static Object sumOfThreads(SimulatedOutcome outcome) {
        return outcome.threads() * (outcome.threads() + 1L) / 2;
    }

    private static Object otherIds(SimulatedOutcome outcome) {
        return IntStream.range(1, outcome.engines() * outcome.threads())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void shouldFindTheBug(
            Class<? extends Program> application,
            int engines,
            int threads,
            int kills,
            Consumer<SimulatedOutcome> verdict,
            String said) {
        ClusterSettings settings =
                new ClusterSettings(application.getName(), List.of("--flaw"), engines, threads, MOST_SEEDS, kills, 0);
        assertThatThrownBy(() -> new Trials(settings, verdict).playAll())
                .isInstanceOf(AssertionError.class)
                .satisfies(found -> System.out.println(found.getMessage() + "\n"))
                .hasMessageContaining("goes wrong with seed")
                .hasMessageContaining(said)
                .hasMessageContaining("as little as it takes");
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void shouldFindNothingWhenThereIsNoBug(
            Class<? extends Program> application,
            int engines,
            int threads,
            int kills,
            Consumer<SimulatedOutcome> verdict,
            String said) {
        new Trials(
                        new ClusterSettings(
                                application.getName(), List.of(), engines, threads, SEEDS_WITHOUT, kills, 1),
                        verdict)
                .playAll();
    }
}
