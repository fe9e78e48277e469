package org.moide.samples.programs.tsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.ComputeThread;
import org.moide.engine.UsageException;
import org.moide.samples.SequentialRunner;
import org.moide.samples.SequentialRunner.Said;
import org.moide.samples.programs.SmallSystem;

class TspTest {
    private static final int[] SHORTEST_OF_HILLS_34 = {
        0, 31, 19, 9, 12, 7, 23, 25, 18, 2, 17, 30, 20, 29, 33, 21, 10, 8, 24, 4, 16, 5, 26, 27, 14, 1, 28, 22, 32, 3,
        15, 11, 6, 13
    };

    @TempDir
    Path folder;

    @Test
    void shouldProveThatTheShortestTourOfBr17Is39() throws Exception {
        Said said = SequentialRunner.run(Tsp::new, 2, 2, "--input", br17());
        assertThat(said.results)
                .containsEntry("problem", "br17")
                .containsEntry("length", 39)
                .containsEntry("bound", 39)
                .containsEntry("gapPercent", 0.0)
                .containsEntry("proved", true);
        assertThat((String) said.results.get("tour")).startsWith("0 ").hasSize("0 1 2 3 4 5 6 7 8 9".length() + 7 * 3);
        assertThat(said.lines).isEmpty();
    }

    private static String br17() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(TspTest.class.getResource("br17.atsp"))
                        .toURI())
                .toString();
    }

    /**
     * Tests that the problem that comes with the sample is the one that {@link Hills} makes, and that its shortest tour
     * has the known length 8322. Another method has proved the same length: 1-trees with Lagrange multipliers.
     */
    @Test
    void shouldComeWithAProblemThatIsMadeAsItSays() {
        Distances shipped = TsplibReader.shipped();
        Distances made = Hills.towns(34, 7);
        assertThat(shipped.name()).isEqualTo("hills34");
        assertThat(shipped.size()).isEqualTo(34);
        for (int from = 0; from < 34; from++) {
            for (int to = 0; to < 34; to++) {
                assertThat(shipped.between(from, to))
                        .as("from %s to %s", from, to)
                        .isEqualTo(made.between(from, to));
            }
        }
        assertThat(Tour.of(shipped, SHORTEST_OF_HILLS_34).length()).isEqualTo(8322);
        Subproblem all = new Assignment(shipped).solve();
        assertThat(all.bound()).isLessThan(8322);
        assertThat(FirstTour.of(shipped, all).length()).isGreaterThan(8322);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 12})
    void shouldFindTheShortestTourThroughFewerTownsInTheHills(int size) throws Exception {
        Distances towns = Hills.towns(size, 7);
        Said said =
                SequentialRunner.run(Tsp::new, 2, size, "--input", write(towns).toString());
        assertThat(said.results).containsEntry("length", shortest(towns));
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

    /**
     * Tests two groups of cities that are far apart. The assignment uses no way between the groups, so with its bound
     * alone, the search would take hours.
     */
    @Test
    void shouldProveTheShortestTourThroughTwoGroupsOfCities() throws Exception {
        Distances groups = groups(30, 5);
        Said said =
                SequentialRunner.run(Tsp::new, 1, 1, "--input", write(groups).toString());
        assertThat(said.results).containsEntry("proved", true);
        int length = (int) said.number("length");
        assertThat(length).isGreaterThan(2000);
        Subproblem all = new Assignment(groups).solve();
        assertThat(all.bound()).isLessThan(1000);
        int above = new Cuts(30).above(all, groups, Integer.MAX_VALUE);
        assertThat(all.bound() + above).isGreaterThan(2000).isLessThanOrEqualTo(length);
        assertThat(said.number("subproblems")).isLessThan(10_000);
    }

    /** Returns the distances of two groups of cities. Cities of one group are near each other. */
    private static Distances groups(int size, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] lengths = new int[size * size];
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                boolean within = (from < size / 2) == (to < size / 2);
                lengths[from * size + to] = (within ? 0 : 1000) + random.nextInt(1, 100);
            }
        }
        return new Distances("groups", size, lengths);
    }

    @Test
    void shouldTellWhatIsProvedWhenTheTimeIsOver() throws Exception {
        Said said = SequentialRunner.run(Tsp::new, 2, 3, "--time-limit", "0.001");
        assertThat(said.results).containsEntry("proved", false);
        assertThat(said.number("bound")).isBetween(7_000.0, 8_321.0);
        assertThat(said.number("length")).isBetween(8_322.0, 9_000.0);
        assertThat(said.number("gapPercent"))
                .isEqualTo(100 * (said.number("length") - said.number("bound")) / said.number("length"));
    }

    @Test
    void shouldPayNoMoreAtBordersThanTheShortestTourCosts() {
        for (long seed = 1; seed <= 40; seed++) {
            Distances distances = seed % 2 == 0 ? groups(10, seed) : random(10, seed, 60);
            int shortest = shortest(distances);
            Subproblem all = new Assignment(distances).solve();
            int above = new Cuts(10).above(all, distances, Integer.MAX_VALUE);
            assertThat(above).as("seed %d", seed).isGreaterThanOrEqualTo(0);
            assertThat(all.bound() + above).as("seed %d", seed).isLessThanOrEqualTo(shortest);
        }
    }

    @Test
    void shouldGoOnFromTheTimeThatATaskKnows() {
        Clock clock = new Clock(1000);
        assertThat(clock.isOver()).isFalse();
        clock.atLeast(2_000_000_000_000L);
        assertThat(clock.isOver()).isTrue();
        clock.atLeast(5);
        assertThat(clock.isOver()).isTrue();
        assertThat(new Clock(0).isOver()).isFalse();
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
    void shouldTellAllEnginesOfAShorterTourAtOnce() throws Exception {
        Distances distances = random(6, 1, 100);
        Tour longer = longest(distances);
        Tour shorter = FirstTour.of(distances, new Assignment(distances).solve());
        SmallSystem.of(2, 1, 2).run(() -> new Telling(longer, shorter));
    }

    /**
     * An application in which ID 1 finds a shorter tour. The first thread of each other engine waits until its engine
     * knows that tour.
     */
    private record Telling(Tour longer, Tour shorter) implements Application {
        @Override
        public void run(ComputeThread self) {
            Incumbent incumbent = new Incumbent(longer, self.report());
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
        Found none = Found.nothing();
        Found found = none.add(Found.untouched(tour))
                .add(Found.by(tour, 4, 7, List.of()))
                .add(none);
        assertThat(found.shortest()).isSameAs(tour);
        assertThat(found.subproblems()).isEqualTo(4);
        assertThat(new Tsp().equivalent(found, found.add(none))).isTrue();
        assertThat(new Tsp().equivalent(found, none)).isFalse();
    }

    @Test
    void shouldKnowTheLeastBoundOfAllThatIsOpenWhateverComesHomeWhen() {
        Distances distances = random(6, 1, 100);
        Subproblem all = new Assignment(distances).solve();
        Tour tour = longest(distances);
        Subproblem better = all.copy();
        better.prove(all.bound() + 5);
        OpenProblems one = OpenProblems.of(0, all);
        OpenProblems two = OpenProblems.of(0, better, better);
        Found first = Found.by(tour, 1, one.least(), List.of(two, one, two));
        Found second = Found.by(tour, 1, one.least(), List.of());
        Found third = Found.by(tour, 1, two.least(), List.of());
        Found begin = Found.open(one.least()).add(Found.untouched(tour));
        assertThat(begin.bound()).isEqualTo(one.least());
        assertThat(begin.add(first).bound()).isEqualTo(one.least());
        assertThat(begin.add(second).add(first).bound()).isEqualTo(two.least());
        assertThat(begin.add(second.add(third)).add(first).bound()).isEqualTo(two.least());
        assertThat(begin.add(third).add(first).add(third).add(second).bound()).isEqualTo(tour.length());
    }

    @Test
    void shouldRefuseATourThatLeavesOutACity() {
        assertThatThrownBy(() -> Tour.of(random(4, 1, 9), new int[] {0, 1, 1, 3}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected each of 4 cities once, found [0, 1, 1, 3]");
    }

    @Test
    void shouldSayThatAFileIsMissingBeforeAnythingStarts() {
        assertThatThrownBy(() -> new Tsp().check(Arguments.of("--input", "nowhere.atsp")))
                .isInstanceOf(UsageException.class)
                .hasMessage("--input nowhere.atsp: no such file");
    }

    private static Distances random(int size, long seed, int most) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Distances(
                "random", size, random.ints((long) size * size, 0, most).toArray());
    }

    private Path write(Distances distances) throws Exception {
        FixedWays fixed = distances.fixed();
        StringBuilder text = new StringBuilder("NAME: random\nTYPE: " + (fixed.isDirected() ? "ATSP" : "TSP")
                + "\nEDGE_WEIGHT_TYPE: EXPLICIT\n" + "EDGE_WEIGHT_FORMAT: FULL_MATRIX\nDIMENSION: " + distances.size()
                + "\nEDGE_WEIGHT_SECTION\n");
        for (int from = 0; from < distances.size(); from++) {
            for (int to = 0; to < distances.size(); to++) {
                text.append(distances.between(from, to)).append(' ');
            }
            text.append('\n');
        }
        text.append("FIXED_EDGES_SECTION\n");
        fixed.ways()
                .forEach(way ->
                        text.append(way[0] + 1).append(' ').append(way[1] + 1).append('\n'));
        return Files.writeString(folder.resolve("random.atsp"), text.append("-1\nEOF\n"));
    }

    /**
     * Tests that a fixed edge is used although it makes the tour longer. Without that edge, the shortest length is 91;
     * another program has found that by trying all tours.
     */
    @Test
    void shouldGoTheLongerWayWhereAnEdgeIsFixed() throws Exception {
        String head = "NAME: eight\nTYPE: TSP\nDIMENSION: 8\nEDGE_WEIGHT_TYPE: EUC_2D\n";
        String places = "NODE_COORD_SECTION\n1 0 0\n2 10 0\n3 20 0\n4 20 10\n5 10 11\n6 0 10\n7 5 25\n8 15 25\nEOF\n";
        Path free = Files.writeString(folder.resolve("free.tsp"), head + places);
        Path fixed = Files.writeString(folder.resolve("fixed.tsp"), head + "FIXED_EDGES_SECTION\n1 4\n-1\n" + places);
        assertThat(SequentialRunner.run(Tsp::new, 2, 1, "--input", free.toString()).results)
                .containsEntry("length", 91)
                .containsEntry("proved", true);
        assertThat(SequentialRunner.run(Tsp::new, 2, 1, "--input", fixed.toString()).results)
                .containsEntry("length", 104)
                .containsEntry("proved", true);
    }

    /** Compares the result with the shortest of all tours. There are so few that all can be tried. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFindTheShortestOfTheToursThatUseAllFixedEdges(boolean directed) throws Exception {
        for (int seed = 0; seed < 30; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int size = random.nextInt(3, 8);
            Distances free = directed ? random(size, seed, 30) : symmetric(size, seed);
            FixedWays fixed = new FixedWays(size, directed);
            for (int way = random.nextInt(1, size + 1); way > 0; way--) {
                int from = random.nextInt(size);
                fixed.add(from, (from + random.nextInt(1, size)) % size);
            }
            Distances distances = new Distances("fixed", size, lengths(free), fixed);
            Said said = SequentialRunner.run(
                    Tsp::new, 2, seed, "--input", write(distances).toString());
            assertThat(said.results)
                    .as("seed %d", seed)
                    .containsEntry("length", shortestWithFixed(distances))
                    .containsEntry("proved", true);
        }
    }

    private static Distances symmetric(int size, long seed) {
        int[] lengths = lengths(random(size, seed, 30));
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < from; to++) {
                lengths[from * size + to] = lengths[to * size + from];
            }
        }
        return new Distances("symmetric", size, lengths);
    }

    private static int[] lengths(Distances distances) {
        int size = distances.size();
        int[] lengths = new int[size * size];
        Arrays.setAll(lengths, i -> distances.between(i / size, i % size));
        return lengths;
    }

    private static int shortestWithFixed(Distances distances) {
        int[] order = new int[distances.size()];
        Arrays.setAll(order, i -> i);
        return shortestWithFixed(distances, order, 1);
    }

    private static int shortestWithFixed(Distances distances, int[] order, int from) {
        if (from == order.length) {
            Tour tour = Tour.of(distances, order);
            return tour.uses(distances.fixed()) ? tour.length() : Integer.MAX_VALUE;
        }
        int shortest = Integer.MAX_VALUE;
        for (int other = from; other < order.length; other++) {
            int[] changed = order.clone();
            changed[from] = order[other];
            changed[other] = order[from];
            shortest = Math.min(shortest, shortestWithFixed(distances, changed, from + 1));
        }
        return shortest;
    }

    /**
     * Returns the length of the shortest tour, by the method of Held and Karp: for each set of cities, it computes the
     * shortest paths from city 0 through that set.
     */
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
