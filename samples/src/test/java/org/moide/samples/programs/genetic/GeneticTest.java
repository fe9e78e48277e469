package org.moide.samples.programs.genetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;

class GeneticTest {
    private static Said run(int engines, String... words) throws Exception {
        return SequentialRunner.run(Genetic::new, engines, engines, words);
    }

    @Test
    void shouldFindTheSameFittestWhateverTheOrderAndTheEngines() throws Exception {
        String[] words = {"--individuals=100", "--island=7", "--generations=4", "--fitness-ms=0", "--seed=9"};
        Said alone = run(1, words);
        assertThat(alone.results).containsEntry("evaluations", 400L);
        for (int engines = 2; engines <= 3; engines++) {
            Said said = run(engines, words);
            assertThat(said.results.get("fitness")).isEqualTo(alone.results.get("fitness"));
            assertThat(said.results.get("genes")).isEqualTo(alone.results.get("genes"));
        }
    }

    @Test
    void shouldBecomeFitter() throws Exception {
        double first =
                run(1, "--fitness-ms=0", "--generations=1", "--island=50").number("fitness");
        double last =
                run(1, "--fitness-ms=0", "--generations=60", "--island=50").number("fitness");
        assertThat(first).isGreaterThan(20.0);
        assertThat(last).isLessThan(5.0);
    }

    @Test
    void shouldDependOnTheSeed() throws Exception {
        String[] words = {"--individuals=10", "--generations=1", "--fitness-ms=0", "--seed=1"};
        double one = run(1, words).number("fitness");
        words[3] = "--seed=2";
        assertThat(run(1, words).number("fitness")).isNotEqualTo(one);
    }

    @Test
    void shouldTakeItsTime() throws Exception {
        assertThat(Effort.of(Arguments.of("--fitness-ms", "1:3", "--load", "sleep")))
                .isEqualTo(new Effort(1.0, 3.0, false));
        assertThat(Effort.of(Arguments.of("--fitness-ms", "2"))).isEqualTo(new Effort(2.0, 2.0, true));
        long before = System.nanoTime();
        new Effort(1.0, 3.0, false).take(0.5);
        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(2_000_000);
    }

    @Test
    void shouldStopWaitingWhenInterrupted() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> new Effort(60_000, 60_000, false).take(0.0)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void shouldFailWhenAnEvaluationIsMissing() throws Exception {
        Genetic genetic = new Genetic();
        SequentialRunner.run(() -> genetic, 1, 1, "--individuals=10", "--fitness-ms=0", "--generations=1");
        assertThatThrownBy(() -> genetic.handleResults(new Fittest(1.0, new double[10], 9), new Said()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("expected 10 evaluations, found 9");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --fitness-ms 5:1   | --fitness-ms: expected the smaller first, found '5:1'
            --fitness-ms fast  | --fitness-ms: expected milliseconds from 0 to 3600000, or two such numbers as in 1:5, found 'fast'
            --load nap         | --load: expected compute or sleep, found 'nap'
            --island 1         | --island 1: expected at least 2 who can mate, or --generations 1
            --individuals 0    | --individuals: expected 1 to 10000000, found 0
            """)
    void shouldSayWhatIsWrong(String words, String message) {
        assertThatThrownBy(() -> new Genetic().check(Arguments.of(words.split(" "))))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }
}
