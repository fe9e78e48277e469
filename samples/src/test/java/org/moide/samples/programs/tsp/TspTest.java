package org.moide.samples.programs.tsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;
import org.moide.samples.programs.SmallSystem;

class TspTest {
    @TempDir
    Path folder;

    @Test
    void shouldProveThatTheShortestTourOfBr17Is39() throws Exception {
        for (int engines = 1; engines <= 3; engines++) {
            Said said = SequentialRunner.run(Tsp::new, engines, engines);
            assertThat(said.results).containsEntry("length", 39);
            assertThat(said.lines).isEmpty(); // results are shown once
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 11})
    void shouldFindWhatDynamicProgrammingFinds(int size) throws Exception {
        for (long seed = 0; seed < 8; seed++) {
            // Few different lengths: assignments with many round trips.
            Distances distances = random(size, seed, seed % 2 == 0 ? 1000 : 6);
            Said said = SequentialRunner.run(
                    Tsp::new, 2, seed, "--input", write(distances).toString());
            assertThat(said.results).as("seed %d", seed).containsEntry("length", shortest(distances));
        }
    }

    @Test
    void shouldNeverHaveABoundAboveTheShortestTourWithItsConditions() {
        Distances distances = random(9, 77, 50);
        Assignment assignment = new Assignment(distances);
        Subproblem all = assignment.solve();
        assertThat(all.bound()).isLessThanOrEqualTo(shortest(distances));
        for (int from = 0; from < 9; from++) {
            int sum = 0;
            for (int to = 0; to < 9; to++) {
                if (from != to) {
                    int reduced = distances.between(from, to) - all.leaving(from) - all.arriving(to);
                    assertThat(reduced).isGreaterThanOrEqualTo(0);
                    sum += all.successor(from) == to ? reduced : 0;
                }
            }
            assertThat(sum).isZero();
        }
    }

    @Test
    void shouldForbidTheWayThatWouldCloseARoundTripTooEarly() {
        Subproblem problem = Subproblem.all(5);
        for (int city = 0; city < 5; city++) {
            problem.assign(city, (city + 1) % 5);
        }
        problem.fix(1);
        assertThat(problem.isForbidden(2, 1)).isTrue();
        problem.fix(2);
        assertThat(problem.isForbidden(3, 1)).isTrue();
        assertThat(problem.isForbidden(3, 0)).isFalse();
        problem.fix(3);
        assertThat(problem.isForbidden(4, 1)).isTrue();
        problem.fix(4);
        assertThat(problem.isForbidden(0, 1)).isFalse();
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    void shouldTellAllEnginesOfAShorterTourAtOnce() throws Exception {
        Distances distances = random(6, 1, 100);
        Tour longer = longest(distances);
        Tour shorter = FirstTour.of(distances, new Assignment(distances).solve());
        SmallSystem.of(2, 1, 2).run(() -> new Telling(longer, shorter));
    }

    /** ID 1 finds a shorter tour; the first thread of each other engine waits until its engine knows it. */
    private record Telling(Tour longer, Tour shorter) implements Application {
        @Override
        public void run(ComputeThread self) {
            Incumbent incumbent = new Incumbent(longer);
            if (self.threadIndex() == 0) {
                incumbent.listen(self.comm());
            }
            self.comm().remoteBarrier();
            if (self.id() == 1) {
                incumbent.found(longer, self.comm());
                incumbent.found(shorter, self.comm());
                assertThat(incumbent.length()).isEqualTo(shorter.length());
            }
            while (self.engine() > 0 && self.threadIndex() == 0 && incumbent.length() != shorter.length()) {
                Thread.onSpinWait();
            }
            self.comm().remoteBarrier();
        }
    }

    @Test
    void shouldBringTheTourHomeThatATaskWentBy() throws Exception {
        Distances distances = random(6, 1, 100);
        Tour tour = longest(distances);
        Found none = new Found(null, 3);
        Found found = none.add(new Found(tour, 4)).add(none);
        assertThat(found.shortest()).isSameAs(tour);
        assertThat(found.subproblems()).isEqualTo(10);
        assertThat(new Tsp().equivalent(found, new Found(tour, 1))).isTrue();
        assertThat(new Tsp().equivalent(found, none)).isFalse();
    }

    @Test
    void shouldRefuseATourThatLeavesOutACity() {
        assertThatThrownBy(() -> Tour.of(random(4, 1, 9), new int[] {0, 1, 1, 3}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected each of 4 cities once, found [0, 1, 1, 3]");
    }

    @Test
    void shouldReadTheDialectsOfTsplib() {
        List<String> lines = List.of(
                "NAME : three",
                "TYPE : ATSP",
                "COMMENT : by hand",
                "DIMENSION : 3",
                "EDGE_WEIGHT_TYPE : EXPLICIT",
                "EDGE_WEIGHT_FORMAT : FULL_MATRIX",
                "EDGE_WEIGHT_SECTION",
                " 100000000 1",
                "2\t3 -1 4 5",
                "6 0",
                "",
                "EOF",
                "whatever");
        Distances three = TsplibReader.read("three.atsp", lines);
        assertThat(three.name()).isEqualTo("three");
        assertThat(new int[] {three.between(0, 1), three.between(0, 2), three.between(1, 0), three.between(1, 2)})
                .containsExactly(1, 2, 3, 4);
        assertThat(new int[] {three.between(2, 0), three.between(2, 1)}).containsExactly(5, 6);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TYPE: TOUR          | x:1:1: expected TYPE: ATSP or TSP, found 'TOUR'
            TYPE: ATSP; EDGE_WEIGHT_TYPE: EUC_2D | x:2:1: expected EDGE_WEIGHT_TYPE: EXPLICIT, found 'EUC_2D'
            TYPE: ATSP          | x:1:1: expected a line EDGE_WEIGHT_SECTION, found the end of the file
            TYPE: ATSP; EDGE_WEIGHT_SECTION | x:2:1: expected a line EDGE_WEIGHT_FORMAT before this one, found none
            #; DIMENSION: 1; EDGE_WEIGHT_SECTION; 0 | x:5:1: expected DIMENSION: 2 to 1000 before this line, found '1'
            #; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 1 2 | x:6:1: expected 4 numbers for 2 cities, found the end after 3
            #; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 1; 2x 0 | x:7:1: expected a distance, a whole number from 0 on, the 3. of 4, found '2x'
            #; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 -1 | x:6:3: expected a distance, a whole number from 0 on, the 2. of 4, found '-1'
            #; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 1 1 0; 5 | x:7:1: expected EOF after the numbers for 2 cities, found '5'
            #; DIMENSION: 2; EDGE_WEIGHT_SECTION; 0 900000000 1 0 | x:5:1: expected distances of which a tour is at most 500000000 long, found one of 900000000 for 2 cities: scale them down
            """)
    void shouldSayWhereAFileIsWrong(String text, String message) {
        String header = "TYPE: ATSP; EDGE_WEIGHT_TYPE: EXPLICIT; EDGE_WEIGHT_FORMAT: FULL_MATRIX";
        List<String> lines = List.of(text.replace("#", header).split("; "));
        assertThatThrownBy(() -> TsplibReader.read("x", lines))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @Test
    void shouldSayThatAFileIsMissingBeforeAnythingStarts() {
        assertThatThrownBy(() -> new Tsp().check(Arguments.of("--input", "nowhere.atsp")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--input: expected a TSPLIB file, found no file 'nowhere.atsp'");
    }

    private static Distances random(int size, long seed, int most) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Distances(
                "random", size, random.ints((long) size * size, 0, most).toArray());
    }

    private Path write(Distances distances) throws Exception {
        StringBuilder text = new StringBuilder("NAME: random\nTYPE: ATSP\nEDGE_WEIGHT_TYPE: EXPLICIT\n"
                + "EDGE_WEIGHT_FORMAT: FULL_MATRIX\nDIMENSION: " + distances.size() + "\nEDGE_WEIGHT_SECTION\n");
        for (int from = 0; from < distances.size(); from++) {
            for (int to = 0; to < distances.size(); to++) {
                text.append(distances.between(from, to)).append(' ');
            }
            text.append('\n');
        }
        return Files.writeString(folder.resolve("random.atsp"), text.append("EOF\n"));
    }

    /** Held and Karp's way: the shortest path from city 0 through each set of cities to each of them. */
    private static int shortest(Distances distances) {
        int size = distances.size();
        int[][] best = new int[1 << size][size];
        for (int[] row : best) {
            Arrays.fill(row, Integer.MAX_VALUE / 2);
        }
        best[1][0] = 0;
        for (int set = 1; set < 1 << size; set++) {
            for (int last = 0; last < size; last++) {
                for (int next = 1; next < size; next++) {
                    if ((set >> last & 1) != 0 && (set >> next & 1) == 0) {
                        int length = best[set][last] + distances.between(last, next);
                        int with = set | 1 << next;
                        best[with][next] = Math.min(best[with][next], length);
                    }
                }
            }
        }
        int shortest = Integer.MAX_VALUE;
        for (int last = 1; last < size; last++) {
            shortest = Math.min(shortest, best[(1 << size) - 1][last] + distances.between(last, 0));
        }
        return shortest;
    }

    private static Tour longest(Distances distances) {
        Tour longest = Tour.of(distances, new int[] {0, 1, 2, 3, 4, 5});
        SplittableRandom random = new SplittableRandom(1);
        for (int attempt = 0; attempt < 200; attempt++) {
            int[] order = {0, 1, 2, 3, 4, 5};
            for (int i = 5; i > 0; i--) {
                int other = random.nextInt(i + 1);
                int city = order[i];
                order[i] = order[other];
                order[other] = city;
            }
            Tour tour = Tour.of(distances, order);
            longest = tour.length() > longest.length() ? tour : longest;
        }
        return longest;
    }
}
