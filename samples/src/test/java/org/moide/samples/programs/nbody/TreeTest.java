package org.moide.samples.programs.nbody;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.samples.programs.nbody.curve.Curve;
import org.moide.samples.programs.nbody.curve.KeySort;
import org.moide.samples.programs.nbody.force.Attraction;
import org.moide.samples.programs.nbody.force.DoubleAttraction;
import org.moide.samples.programs.nbody.force.PointList;

class TreeTest {
    private static final double SOFTENING = 0.05;

    @Test
    void shouldHoldEveryBodyInOneLeafAndAllMassInTheRoot() {
        Sorted sorted = new Sorted(Plummer.cluster(3000, 3));
        Cells cells = new TreeBuilder(sorted.bodies, sorted.keys, 0.5).build();

        int expected = 0;
        for (int cell = 0; cell < cells.count(); cell++) {
            if (cells.isLeaf(cell)) {
                assertThat(cells.first[cell]).isEqualTo(expected);
                expected += cells.bodies[cell];
            }
        }
        assertThat(expected).isEqualTo(3000);
        assertThat(cells.mass(0)).isBetween(1.0 - 1e-12, 1.0 + 1e-12);
        assertThat(cells.next[0]).isEqualTo(cells.count());
        int children = 0;
        for (int child = 1; child < cells.count(); child = cells.next[child]) {
            children++;
        }
        assertThat(children).as("octants of a cluster's box").isBetween(5, 8);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 100, 700, 5000})
    void shouldBeTheSameTreeWhenBuiltInParts(int most) {
        Sorted sorted = new Sorted(Plummer.collision(3000, 3));
        TreeBuilder builder = new TreeBuilder(sorted.bodies, sorted.keys, 0.5);
        Cells whole = builder.build();

        List<Cells> parts = new ArrayList<>();
        for (TreeBuilder.Run run : builder.plan(most)) {
            parts.add(builder.build(run));
        }
        Cells assembled = builder.assemble(most, parts);

        int count = whole.count();
        assertThat(assembled.count()).isEqualTo(count);
        int numbers = Cells.NODE * count;
        assertThat(Arrays.copyOf(assembled.nodes, numbers)).containsExactly(Arrays.copyOf(whole.nodes, numbers));
        assertThat(Arrays.copyOf(assembled.next, count)).containsExactly(Arrays.copyOf(whole.next, count));
        assertThat(Arrays.copyOf(assembled.bodies, count)).containsExactly(Arrays.copyOf(whole.bodies, count));
        assertThat(Arrays.copyOf(assembled.box, 6 * count)).containsExactly(Arrays.copyOf(whole.box, 6 * count));
    }

    @Test
    void shouldMakeOneLeafWhenAllBodiesAreAtOnePlace() {
        Bodies bodies = new Bodies(100);
        Arrays.fill(bodies.mass, 0.01);
        Sorted sorted = new Sorted(bodies);
        Cells cells = new TreeBuilder(sorted.bodies, sorted.keys, 0.5).build();

        assertThat(cells.count()).isEqualTo(1);
        Tree tree = Tree.of(cells, sorted.bodies);
        ForceWalk walk = new ForceWalk(SOFTENING, 0.5);
        walk.begin(tree, List.of(), 0.0);
        walk.group(sorted.bodies, tree, List.of(), 0, 0.0, true);
        assertThat(sorted.bodies.ax).containsOnly(0.0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, 0.3, 0.7, 1.0})
    void shouldGiveTheSameForcesWhenAPartialTreeStandsForTheWhole(double theta) {
        Bodies all = Plummer.cluster(2000, 9);
        Domains domains = Domains.of(all, new double[] {0.3, 0.7});
        Sorted mine = new Sorted(part(all, domains, 0));
        Sorted other = new Sorted(part(all, domains, 1));
        Tree mineTree = Tree.of(new TreeBuilder(mine.bodies, mine.keys, theta).build(), mine.bodies);
        Tree otherTree = Tree.of(new TreeBuilder(other.bodies, other.keys, theta).build(), other.bodies);

        Regions regions = Regions.of(mineTree.cells, mine.bodies.count());
        List<double[]> told = List.of(
                regions.numbers(),
                Regions.of(otherTree.cells, other.bodies.count()).numbers());
        double[] strengths = Regions.forces(regions.numbers(), told, SOFTENING, false);
        double[] message = PartialTree.encode(otherTree, regions.numbers(), strengths);
        forces(mine.bodies, mineTree, PartialTree.decode(message), theta, regions, strengths);
        double[] withPart = mine.bodies.ax.clone();
        double[] whole =
                PartialTree.encode(otherTree, regions.numbers(), new double[strengths.length]); // the whole tree
        forces(mine.bodies, mineTree, PartialTree.decode(whole), theta, regions, strengths);

        // Nothing more is needed: to the last bit the same list of interactions.
        assertThat(withPart).containsExactly(mine.bodies.ax);
        if (theta == 1.0) {
            assertThat(message.length).isLessThan(whole.length * 3 / 4);
        }
    }

    @Test
    void shouldKeepAllBodiesInAFewRegions() {
        Sorted sorted = new Sorted(Plummer.cluster(2000, 5));
        Cells cells = new TreeBuilder(sorted.bodies, sorted.keys, 0.5).build();
        double[] regions = Regions.of(cells, 2000).numbers();

        assertThat(regions.length / Regions.NUMBERS).isBetween(40, 64);
        for (int i = 0; i < 2000; i++) {
            int body = i;
            assertThat(IntStream.range(0, regions.length / Regions.NUMBERS)
                            .anyMatch(region -> PartialTree.distance2(
                                            regions,
                                            Regions.NUMBERS * region,
                                            sorted.bodies.x[body],
                                            sorted.bodies.y[body],
                                            sorted.bodies.z[body])
                                    == 0.0))
                    .isTrue();
        }
    }

    @Test
    void shouldVisitNeighbouringCubesWhenItFollowsHilbertsCurve() {
        int part = 1 << (Curve.BITS - 3); // a grid of 8 in each direction
        long[] keys = new long[512];
        for (int i = 0; i < 512; i++) {
            long key = Curve.hilbert((i >> 6) * part, (i >> 3 & 7) * part, (i & 7) * part);
            // The place of the cube along the curve, and in the low bits which cube it is.
            keys[i] = (key >>> (3 * (Curve.BITS - 3))) << 9 | i;
        }
        Arrays.sort(keys);
        for (int i = 1; i < 512; i++) {
            int from = (int) keys[i - 1] & 511;
            int to = (int) keys[i] & 511;
            int steps = Math.abs((from >> 6) - (to >> 6))
                    + Math.abs((from >> 3 & 7) - (to >> 3 & 7))
                    + Math.abs((from & 7) - (to & 7));
            assertThat(steps).isEqualTo(1);
            assertThat(keys[i] >>> 9).isEqualTo(i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 31, 32})
    void shouldMeetEveryOtherEngineOnceWhenARoundIsPlayedAfterTheOther(int engines) {
        int rounds = engines % 2 == 0 ? engines - 1 : engines;
        for (int engine = 0; engine < engines; engine++) {
            List<Integer> met = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                int partner = Engines.partner(engine, round, engines);
                if (partner != Engines.NONE) {
                    met.add(partner);
                    assertThat(Engines.partner(partner, round, engines)).isEqualTo(engine);
                }
            }
            int self = engine;
            assertThat(met)
                    .containsExactlyInAnyOrderElementsOf(IntStream.range(0, engines)
                            .filter(other -> other != self)
                            .boxed()
                            .toList());
        }
    }

    @Test
    void shouldMakeAClusterInStandardUnits() {
        Bodies bodies = Plummer.cluster(4000, 1);
        double[] points = DirectSum.points(bodies);
        PointList list = new PointList();
        for (int i = 0; i < points.length; i += 4) {
            list.add(points[i], points[i + 1], points[i + 2], points[i + 3]);
        }
        Attraction attraction = new DoubleAttraction(1e-4);
        attraction.take(list, 0.0, 0.0, 0.0);
        for (int i = 0; i < bodies.count(); i++) {
            bodies.potential[i] = attraction.potential(bodies.x[i], bodies.y[i], bodies.z[i]) + bodies.mass[i] / 1e-4;
        }

        assertThat(bodies.energy(0, bodies.count())).isBetween(-0.27, -0.23);
        assertThat(Plummer.cluster(4000, 1).x).containsExactly(bodies.x);
        assertThat(Plummer.cluster(4000, 2).x).isNotEqualTo(bodies.x);
    }

    private static Bodies part(Bodies all, Domains domains, int engine) {
        Bodies part = new Bodies(domains.count(engine));
        double[] packed = new double[Bodies.PACKED];
        for (int i = 0; i < part.count(); i++) {
            all.pack(domains.body(domains.start(engine) + i), packed, 0);
            part.unpack(i, packed, 0);
        }
        return part;
    }

    private static void forces(Bodies bodies, Tree own, Tree other, double theta, Regions regions, double[] strengths) {
        ForceWalk walk = new ForceWalk(SOFTENING, theta);
        walk.begin(own, List.of(other), 10.0);
        Domain domain = new Domain();
        domain.bodies = bodies;
        domain.setTree(own.cells);
        for (int group : domain.groups) {
            walk.group(bodies, own, List.of(other), group, strengths[regions.region(group)], false);
        }
    }

    /** Bodies that are sorted by their keys, which are their positions on a space-filling curve. */
    private static final class Sorted {
        final Bodies bodies;
        final long[] keys;

        Sorted(Bodies unsorted) {
            int count = unsorted.count();
            Extent extent = Extent.of(unsorted, 0, count);
            keys = new long[count];
            int[] order = new int[count];
            for (int i = 0; i < count; i++) {
                order[i] = i;
                keys[i] = Curve.morton(
                        Curve.part(unsorted.x[i], extent.lowX(), extent.side()),
                        Curve.part(unsorted.y[i], extent.lowY(), extent.side()),
                        Curve.part(unsorted.z[i], extent.lowZ(), extent.side()));
            }
            KeySort.sort(keys, order, 0, count, new long[count], new int[count]);
            for (int i = 1; i < count; i++) {
                assertThat(keys[i]).isGreaterThanOrEqualTo(keys[i - 1]);
            }
            bodies = new Bodies(count);
            bodies.take(unsorted, order, 0, count);
        }
    }
}
