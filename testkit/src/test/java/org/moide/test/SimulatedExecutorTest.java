package org.moide.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.moide.MoideExecutor;
import org.moide.engine.Best;
import org.moide.engine.Shared;

/** Tests programs of calls that are played from seeds: those that are right, and those with a bug each. */
class SimulatedExecutorTest {
    /** Example tests, which the tests of the outer class run. */
    static class Examples {
        private static int tickets;

        static int ticket() {
            return ++tickets;
        }

        /** Numbers calls by a static field, of which each engine has its own. */
        @SimulatedExecutor(engines = 2, threads = 1, seeds = 20)
        void counted(MoideExecutor executor) throws Exception {
            List<Future<Integer>> drawn = new ArrayList<>();
            for (int call = 0; call < 6; call++) {
                drawn.add(executor.submit(() -> ticket()));
            }
            int sum = 0;
            for (Future<Integer> each : drawn) {
                sum += each.get();
            }
            assertThat(sum).isEqualTo(21);
        }

        @SimulatedExecutor(engines = 2, seeds = 1, seed = "1/2x1/-")
        void toldAsALog(MoideExecutor executor) throws Exception {
            assertThat(executor.submit(() -> ticket()).get()).isEqualTo(2);
        }

        @SimulatedExecutor(engines = 1, kills = 1)
        void impossible(MoideExecutor executor) {}

        @SimulatedExecutor(kills = 3)
        void tooMany(MoideExecutor executor) {}
    }

    @Test
    void shouldFindThatEachEngineCountsForItself() {
        assertThat(failuresOf("counted"))
                .singleElement()
                .asString()
                .contains("Examples#counted goes wrong with seed ")
                .contains("as little as it takes: 2 engines of 1 thread, and nothing that happens to them")
                .contains("plays that again");
    }

    @Test
    void shouldTellOneRunAsALogWhenItIsPlayedAgain() {
        assertThat(failuresOf("toldAsALog"))
                .singleElement()
                .asString()
                .contains("Examples begins on ")
                .contains("Examples#toldAsALog goes wrong with seed 1/2x1/-")
                .contains("expected: 2");
    }

    @Test
    void shouldSayWhatIsExpectedWhenTheAnnotationIsWrong() {
        assertThat(failuresOf("impossible"))
                .singleElement()
                .asString()
                .contains("@SimulatedExecutor: expected at least 2 engines");
        assertThat(failuresOf("tooMany"))
                .singleElement()
                .asString()
                .contains("@SimulatedExecutor: expected kills from 0 to 2");
    }

    private static List<Throwable> failuresOf(String method) {
        return ClusterExtensionTest.failuresOf(Examples.class, method, MoideExecutor.class.getName());
    }

    @Test
    void shouldTellTheSameStoryWhenTheSeedIsTheSame() {
        assertThat(story(3)).contains(" begins on engine-1").isEqualTo(story(3));
        assertThat(story(3)).isNotEqualTo(story(4));
    }

    private static String story(long seed) {
        CallsProgram program = new CallsProgram(SimulatedExecutorTest.class, executor -> {
            Best<Integer> least = executor.best(100, (one, other) -> Integer.compare(one, other));
            for (int call = 0; call < 4; call++) {
                executor.submit(() -> offers(50, least));
            }
        });
        ClusterSettings settings = new ClusterSettings("offers", List.of(), 3, 2, 1, 2, 1, program);
        CallStory story = new CallStory();
        Trial.untroubled(settings, seed).troubled(Duration.ofMillis(60)).play(Duration.ofSeconds(1), null, story);
        return story.toString();
    }

    @SimulatedExecutor(engines = 3, seeds = 10, kills = 2, cuts = 1)
    void shouldMapReduceShareAndFindTheBestWhenEnginesAreLost(MoideExecutor executor) throws Exception {
        Shared<int[]> factors = executor.share(IntStream.range(0, 40).toArray());
        List<Integer> numbers = IntStream.range(0, 40).boxed().toList();
        assertThat(executor.map(numbers, number -> factors.value()[number] * 2).toList())
                .isEqualTo(numbers.stream().map(number -> 2 * number).toList());
        assertThat(executor.reduce(0, 40, number -> number, Integer::sum)).isEqualTo(Optional.of(780));
        Best<Integer> least = executor.best(100, (one, other) -> Integer.compare(one, other));
        executor.submit(() -> offers(20, least)).get();
        assertThat(least.get()).isZero();
    }

    @SimulatedExecutor(engines = 3, seeds = 10, kills = 2, cuts = 1)
    void shouldRunDetachedCallsWhenEnginesAreLostAndTheCallsFailThatDetachedThem(MoideExecutor executor) {
        Best<Integer> least = executor.best(100, (one, other) -> Integer.compare(one, other));
        Future<?> first = executor.submit(() -> detaches(20, least));
        executor.close();
        assertThat(least.get()).isZero();
        assertThatThrownBy(first::get).hasRootCauseMessage("detached");
    }

    private static void detaches(int number, Best<Integer> least) {
        least.offer(number);
        if (number > 0) {
            MoideExecutor.current().submit(() -> detaches(number / 2, least));
            MoideExecutor.current().detach(() -> detaches(number / 2, least));
        }
        if (number == 20) {
            throw new IllegalStateException("detached");
        }
    }

    private static void offers(int number, Best<Integer> least) {
        least.offer(number);
        if (number > 0) {
            MoideExecutor.current().submit(() -> offers(number / 2, least));
        }
    }
}
