package org.moide.samples.programs.genetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Arguments;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;
import org.moide.samples.programs.tsp.TsplibReader;

class GeneticTest {
    @TempDir
    Path folder;

    private static Said run(int engines, String words) throws Exception {
        return SequentialRunner.run(Genetic::new, engines, engines, words.split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--individuals=60 --slice=7 --generations=4 --seed=9",
                "--individuals=41 --islands=4 --generations=7 --migrate-every=3 --migrants=2 --seed=9",
                "--tsp=towns100 --individuals=12 --slice=5 --generations=2"
            })
    void shouldFindTheSameFittestWhateverTheOrderAndTheEngines(String words) throws Exception {
        Map<String, Object> alone = run(1, words).results;
        for (int engines = 2; engines <= 3; engines++) {
            Map<String, Object> said = run(engines, words).results;
            assertThat(said.keySet()).isEqualTo(alone.keySet());
            alone.forEach((name, value) -> assertThat(said.get(name)).as(name).isEqualTo(value));
        }
    }

    @Test
    void shouldBreedTheSameInOneTaskAsInSlices() throws Exception {
        Said slices = run(1, "--individuals=30 --slice=4 --generations=3");
        Said one = run(1, "--individuals=30 --slice=1000 --generations=3");
        assertThat(slices.results.get("genes")).isEqualTo(one.results.get("genes"));
        assertThat(slices.results).containsEntry("evaluations", 90L);
    }

    @Test
    void shouldBecomeFitter() throws Exception {
        double first = run(1, "--generations=1 --individuals=300").number("fitness");
        double last = run(1, "--generations=60 --individuals=300").number("fitness");
        double islands =
                run(1, "--generations=60 --individuals=300 --islands=6").number("fitness");
        assertThat(first).isGreaterThan(20.0);
        assertThat(last).isLessThan(5.0);
        assertThat(islands).isLessThan(10.0);
    }

    @Test
    void shouldFindAShortTourThroughAHundredTowns() throws Exception {
        Said said = run(1, "--tsp=towns100 --individuals=100 --generations=15");
        int[] tour = Arrays.stream(said.results.get("tour").toString().split(" "))
                .mapToInt(Integer::parseInt)
                .toArray();
        assertThat(Arrays.stream(tour).sorted().toArray())
                .hasSize(100)
                .startsWith(0, 1, 2)
                .doesNotHaveDuplicates();
        // 7629 is the shortest that was ever found.
        assertThat(said.number("fitness")).isBetween(7629.0, 1.05 * 7629);
        double length = new Tours(TsplibReader.shipped("towns100.tsp"))
                .fitness(Arrays.stream(tour).asDoubleStream().toArray());
        assertThat(length).isEqualTo(said.number("fitness"));
    }

    @Test
    void shouldBreedOnlyTours() {
        Tours tours = new Tours(TsplibReader.shipped("towns100.tsp"));
        SplittableRandom random = new SplittableRandom(3);
        double[] mother = tours.newborn(random);
        double[] father = tours.newborn(random);
        for (int child = 0; child < 20; child++) {
            double[] born = tours.child(mother, father, random);
            assertThat(Arrays.stream(born).sorted().mapToInt(city -> (int) city).toArray())
                    .isEqualTo(IntStream.range(0, 100).toArray());
            father = born;
        }
    }

    @Test
    void shouldDependOnTheSeed() throws Exception {
        double one = run(1, "--individuals=10 --generations=1 --seed=1").number("fitness");
        assertThat(run(1, "--individuals=10 --generations=1 --seed=2").number("fitness"))
                .isNotEqualTo(one);
    }

    @Test
    void shouldSendTheFittestToTheNextIsland() {
        Population from = new Population(0, 3);
        from.take(0, new double[] {1}, 5);
        from.take(1, new double[] {2}, 1);
        from.take(2, new double[] {3}, 3);
        Population to = new Population(3, 3);
        to.take(3, new double[] {4}, 2);
        to.take(4, new double[] {5}, 9);
        to.take(5, new double[] {6}, 7);
        Population changed = to.with(from, 2);
        assertThat(new double[] {changed.fitness(0), changed.fitness(1), changed.fitness(2)})
                .containsExactly(2, 1, 3);
        assertThat(changed.genes(1)).containsExactly(2);
        assertThat(to.fitness(1)).isEqualTo(9);
    }

    // --- a function of the user's own -------------------------------------------------------------------------------

    /** A function to be minimized, as a user would write it. */
    public static final class Bowl implements ToDoubleFunction<double[]> {
        @Override
        public double applyAsDouble(double[] genes) {
            return Arrays.stream(genes).map(gene -> (gene - 2) * (gene - 2)).sum();
        }
    }

    /** A function of a text. The sample genetic must refuse it. */
    public static final class OfText implements ToDoubleFunction<String> {
        @Override
        public double applyAsDouble(String text) {
            return text.length();
        }
    }

    /** A function whose class has no public constructor without parameters. The sample genetic must refuse it. */
    public static final class Needy implements ToDoubleFunction<double[]> {
        public Needy(String what) {
            throw new IllegalStateException(what);
        }

        @Override
        public double applyAsDouble(double[] genes) {
            return 0;
        }
    }

    /** A function whose constructor throws. */
    public static final class Failing implements ToDoubleFunction<double[]> {
        public Failing() {
            throw new IllegalStateException("not today");
        }

        @Override
        public double applyAsDouble(double[] genes) {
            return 0;
        }
    }

    /** A function that returns NaN, and changes its argument. */
    public static final class Nowhere implements ToDoubleFunction<double[]> {
        @Override
        public double applyAsDouble(double[] genes) {
            genes[0] = 1; // a function may change its argument
            return Double.NaN;
        }
    }

    static final class Hidden implements ToDoubleFunction<double[]> {
        @Override
        public double applyAsDouble(double[] genes) {
            return 0;
        }
    }

    @Test
    void shouldJudgeByAClassOfTheUsers() throws Exception {
        Said said = run(
                2,
                "--fitness=" + Bowl.class.getName() + " --genes=3 --range=-10:10 --individuals=100 --generations=40");
        assertThat((double[]) said.results.get("genes")).hasSize(3);
        assertThat(said.number("fitness")).isLessThan(0.1);
    }

    @Test
    void shouldSayWhoseFitnessIsNoNumber() {
        assertThatThrownBy(() -> run(1, "--fitness=" + Nowhere.class.getName()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("in generation 0: expected a number, found NaN");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            com.example.None    | found no class 'com.example.None' on the class path (moide run --classpath)
            java.lang.String    | found java.lang.String, which does not
            @OfText             | found @OfText, which does not
            @Needy              | found that @Needy has no such constructor
            @Failing            | the constructor of @Failing threw java.lang.IllegalStateException: not today
            @Hidden             | found that @Hidden is static final
            """)
    void shouldSayWhatAFitnessClassMustBe(String name, String message) {
        String outer = GeneticTest.class.getName() + "$";
        assertThatThrownBy(() -> new Genetic().check(Arguments.of("--fitness", name.replace("@", outer))))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--fitness: ")
                .hasMessageEndingWith(message.replace("@", outer));
    }

    // --- SAMBA's experiment -----------------------------------------------------------------------------------------

    @Test
    void shouldTakeItsTime() throws Exception {
        assertThat(Effort.of(Arguments.of("--fitness-ms", "1:3", "--load", "sleep")))
                .isEqualTo(new Effort(1.0, 3.0, false));
        assertThat(Effort.of(Arguments.of("--fitness-ms", "2"))).isEqualTo(new Effort(2.0, 2.0, true));
        assertThat(Effort.of(Arguments.of())).isEqualTo(new Effort(0.0, 0.0, true));
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
        SequentialRunner.run(() -> genetic, 1, 1, "--individuals=10", "--generations=1");
        Litter more = Litter.of(new Litter.Part(-1, 0, new double[0][], new double[0]), 1);
        assertThatThrownBy(() -> genetic.handleResults(more, new Said()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("expected 10 evaluations, found 11");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --fitness-ms 5:1   | --fitness-ms: expected the smaller first, found '5:1'
            --fitness-ms fast  | --fitness-ms: expected milliseconds from 0 to 3600000, or two such numbers as in 1:5, found 'fast'
            --fitness-ms 1 --load nap | --load: expected compute or sleep, found 'nap'
            --individuals 3 --islands 2 | expected at least 2 individuals who can mate on each island, or --generations 1, found 3 on 2 islands
            --individuals 9 --islands 3 --migrants 3 | --migrants: expected fewer than the 3 individuals of an island, found 3
            --individuals 0    | --individuals: expected 1 to 10000000, found 0
            --range 3          | --range: expected two numbers, the smaller first, as in -1:1, found '3'
            --range 3:1        | --range: expected two numbers, the smaller first, as in -1:1, found '3:1'
            --tsp towns100 --genes 3 | --tsp: expected it without --fitness, --genes and --range: the file says how many cities there are and how long a tour is
            --tsp nowhere.tsp  | --tsp nowhere.tsp: no such file
            """)
    void shouldSayWhatIsWrong(String words, String message) {
        assertThatThrownBy(() -> new Genetic().check(Arguments.of(words.split(" "))))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void shouldRefuseWaysThereAndBackThatAreNotAsLong() throws Exception {
        Path file = Files.writeString(folder.resolve("two.atsp"), """
                TYPE: ATSP
                EDGE_WEIGHT_TYPE: EXPLICIT
                EDGE_WEIGHT_FORMAT: FULL_MATRIX
                DIMENSION: 2
                EDGE_WEIGHT_SECTION
                0 1 2 0
                """);
        assertThatThrownBy(() -> new Genetic().check(Arguments.of("--tsp", file.toString())))
                .isInstanceOf(UsageException.class)
                .hasMessage(
                        "--tsp " + file + ": expected ways there and back that are as long, found 1 from city 1 to 2"
                                + " and 2 back; the sample tsp takes such problems");
    }
}
