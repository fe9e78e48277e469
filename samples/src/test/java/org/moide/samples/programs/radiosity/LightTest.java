package org.moide.samples.programs.radiosity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.samples.programs.radiosity.room.Facets;
import org.moide.samples.programs.radiosity.room.Rays;
import org.moide.samples.programs.radiosity.room.Room;
import org.moide.samples.programs.radiosity.room.RoomReader;
import org.moide.samples.programs.radiosity.room.Surface;
import org.moide.samples.programs.raytrace.scene.Camera;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;

/** Tests form factors, visibility and the trees of surfaces. */
class LightTest {
    private static final String HEAD = "camera from 0 0 2 at 0 0 0\nmaterial m reflect 0.5 emit 1\n";
    private static final Vector3 X = new Vector3(1, 0, 0);
    private static final Vector3 Y = new Vector3(0, 1, 0);
    private static final Vector3 Z = new Vector3(0, 0, 1);

    private static Surface surface(double x, double y, double z, Vector3 along, Vector3 across) {
        return new Surface(new Vector3(x, y, z), along, across, false, Colour.grey(0.5), Colour.WHITE);
    }

    private static Room room(Surface... surfaces) {
        return new Room(Settings.DEFAULT, Camera.pinhole(Vector3.ZERO, Z, 45), false, List.of(surfaces));
    }

    private static Surface triangle(double x, double y, double z, Vector3 along, Vector3 across) {
        return new Surface(new Vector3(x, y, z), along, across, true, Colour.grey(0.5), Colour.WHITE);
    }

    private static Frame frame(Room room, int surface) {
        Frame frame = new Frame();
        frame.put(new Frame.Surfaces(room.surfaces()), surface);
        return frame;
    }

    private static double exchange(Room room, int one, int other) {
        return new FormFactor().exchange(frame(room, one), frame(room, other));
    }

    /**
     * Returns the form factor of two surfaces: which fraction of the light arriving at surface 0 comes from surface 1.
     */
    private static double factor(Room room) {
        return exchange(room, 0, 1) / room.surfaces().get(0).area();
    }

    private static double seen(Room room, int pattern) {
        Visibility visibility = new Visibility(Facets.inTheWay(room.surfaces()), new Frame.Surfaces(room.surfaces()));
        return visibility.between(frame(room, 0), 0, frame(room, 1), 1, pattern);
    }

    @Test
    void shouldKnowTheFormFactorsOfTheTextbooks() {
        Surface floor = surface(0, 0, 0, Z, X);
        assertThat(factor(room(floor, surface(0, 1, 0, X, Z)))).isCloseTo(0.1998, within(0.0005));
        assertThat(factor(room(floor, surface(0, 0, 0, Y, Z)))).isCloseTo(0.2000, within(0.0005));
        // Back to back, and side by side.
        assertThat(factor(room(floor, surface(0, 1, 0, Z, X)))).isZero();
        assertThat(factor(room(floor, surface(2, 0, 0, Z, X)))).isZero();
    }

    @Test
    void shouldCutOffWhatIsBelowTheHorizon() {
        Surface floor = surface(0, 0, 0, Z, X);
        double above = factor(room(floor, surface(-1, 0, 0, Y, Z)));
        double sunk = factor(room(floor, surface(-1, -5, 0, Y.times(6), Z)));
        assertThat(above).isPositive();
        assertThat(sunk).isCloseTo(above, within(1e-7));
    }

    /**
     * Tests the form factor of two parallel squares against the textbook formula. At some of the distances, sums over
     * points are exact enough; the others are shorter.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1.0, 2.0, 2.8, 2.9, 4.0, 10.0})
    void shouldKnowSquaresAboveEachOtherAtAnyDistance(double distance) {
        double side = 1.0 / distance;
        double one = 1.0 + side * side;
        double exact = 2.0
                / (Math.PI * side * side)
                * (Math.log(one / Math.sqrt(1.0 + 2.0 * side * side))
                        + 2.0 * side * Math.sqrt(one) * Math.atan(side / Math.sqrt(one))
                        - 2.0 * side * Math.atan(side));
        double found = factor(room(surface(0, 0, 0, Z, X), surface(0, distance, 0, X, Z)));
        assertThat(found / exact).isCloseTo(1.0, within(0.003));
    }

    @Test
    void shouldExchangeBetweenTrianglesWhatTheirSquaresDo() {
        Surface ceiling = surface(0, 1, 0, X, Z);
        Surface half = triangle(0, 0, 0, Z, X);
        Surface rest = triangle(1, 0, 1, Z.negated(), X.negated());
        double whole = exchange(room(surface(0, 0, 0, Z, X), ceiling), 0, 1);
        double parts = exchange(room(half, rest, ceiling), 0, 2) + exchange(room(half, rest, ceiling), 1, 2);
        assertThat(parts).isCloseTo(whole, within(0.0005));
        Surface high = surface(0, 9, 0, X, Z);
        double far = exchange(room(half, rest, high), 0, 2) + exchange(room(half, rest, high), 1, 2);
        assertThat(far).isCloseTo(exchange(room(surface(0, 0, 0, Z, X), high), 0, 1), within(1e-6));
    }

    @Test
    void shouldBeReciprocal() {
        Room room = room(surface(0, 0, 0, Z.times(3), X.times(2)), surface(0.3, 0.5, 0.2, X.times(0.1), Z.times(0.2)));
        double there = exchange(room, 0, 1);
        double back = exchange(room, 1, 0);
        assertThat(there).isCloseTo(back, within(1e-12));
        // The little one above the middle of the large sees hardly anything else.
        assertThat(back / 0.02).isBetween(0.5, 1.0);
        // Both ends of a link have the same number, to the last bit.
        Forest forest = new Forest(
                RoomReader.read("r", HEAD + "room 0 0 0 4 2.5 5 material m\nbox 1 0 1 2 1 2 material m\n"),
                new double[] {1.0},
                0);
        Refinement refinement = new Refinement(forest, 1e9, 1e-9);
        for (int surface : forest.own()) {
            refinement.refine(forest.tree(surface));
        }
        int links = 0;
        for (int surface : forest.own()) {
            Links own = forest.tree(surface).links;
            for (int link = 0; link < own.count(); link++) {
                Links others = own.source(link).links;
                int at = 0;
                while (others.source(at) != forest.tree(surface)) {
                    at++;
                }
                assertThat(others.exchange(at)).isEqualTo(own.exchange(link));
                assertThat(others.seen(at)).isEqualTo(own.seen(link));
                links++;
            }
        }
        assertThat(links).isGreaterThan(60);
    }

    @Test
    void shouldSeeAllTheLightOfAClosedRoom() {
        Room cube = RoomReader.read("cube", "camera from 0 0 2 at 0 0 0\nmaterial m\nroom 0 0 0 1 2 3 material m\n");
        for (int receiver = 0; receiver < 6; receiver++) {
            double sum = 0.0;
            for (int source = 0; source < 6; source++) {
                sum += source == receiver ? 0.0 : exchange(cube, receiver, source);
            }
            assertThat(sum / cube.surfaces().get(receiver).area()).isCloseTo(1.0, within(0.02));
        }
    }

    @Test
    void shouldSeeHowMuchIsInTheWay() {
        Surface floor = surface(0, 0, 0, Z, X);
        Surface ceiling = surface(0, 1, 0, X, Z);
        Surface half = surface(0, 0.5, 0, X.times(0.5), Z);
        Surface all = surface(-5, 0.5, -5, X.times(11), Z.times(11));
        assertThat(seen(room(floor, ceiling), 0)).isEqualTo(1.0);
        assertThat(seen(room(floor, ceiling, all), 0)).isZero();
        double mean = 0.0;
        for (int pattern = 0; pattern < 64; pattern++) {
            double here = seen(room(floor, ceiling, half), pattern);
            assertThat(here).isBetween(0.2, 0.8);
            mean += here / 64;
        }
        assertThat(mean).isCloseTo(0.5, within(0.02));
        // What lies beside the way, or in the plane of an end, is not in it.
        assertThat(seen(room(floor, ceiling, surface(2, 0.5, 0, X, Z), surface(0.2, 0, 0.2, Z, X)), 0))
                .isEqualTo(1.0);
    }

    @Test
    void shouldSeeTheSameThroughFewThingsAndThroughMany() {
        Surface floor = surface(0, 0, 0, Z, X);
        Surface ceiling = surface(0, 1, 0, X, Z);
        List<Surface> few = new ArrayList<>(List.of(floor, ceiling, surface(0, 0.5, 0, X.times(0.5), Z)));
        List<Surface> many = new ArrayList<>(List.of(floor, ceiling));
        for (int strip = 0; strip < 20; strip++) {
            many.add(surface(0.025 * strip, 0.5, 0, X.times(0.025), Z));
        }
        for (int pattern = 0; pattern < 64; pattern++) {
            assertThat(seen(room(many.toArray(Surface[]::new)), pattern))
                    .isEqualTo(seen(room(few.toArray(Surface[]::new)), pattern));
        }
    }

    @Test
    void shouldFindAPlaceInATree() {
        for (boolean isTriangle : new boolean[] {false, true}) {
            Element tree = Element.whole(3, isTriangle);
            Element deep = tree.quarters()[2].quarters()[3].quarters()[1];
            assertThat(tree.at(deep.place())).isSameAs(deep);
            assertThat(tree.at(tree.place())).isSameAs(tree);
            assertThat(Element.surface(deep.place())).isEqualTo(3);
            assertThat(deep.known()).isSameAs(tree);
            tree.cut();
            assertThat(deep.known()).isSameAs(tree.quarters()[2]);
        }
    }

    @Test
    void shouldCutATriangleIntoFourOfAQuarterOfItsArea() {
        Room room = room(triangle(1, 0, 0, X.times(2), Y));
        Frame.Surfaces surfaces = new Frame.Surfaces(room.surfaces());
        Element tree = Element.whole(0, true);
        Frame frame = new Frame();
        double sum = 0.0;
        for (Element quarter : tree.quarters()[3].quarters()) {
            frame.put(surfaces, quarter);
            assertThat(frame.area).isCloseTo(1.0 / 16.0, within(1e-12));
            sum += frame.pointX(1.0 / 3.0, 1.0 / 3.0) / 4.0;
        }
        // Together they have the middle of the triangle, and so has the one in the middle alone.
        assertThat(sum).isCloseTo(1.0 + 2.0 / 3.0, within(1e-12));
        frame.put(surfaces, tree.quarters()[3].quarters()[3]);
        assertThat(frame.pointX(1.0 / 3.0, 1.0 / 3.0)).isCloseTo(1.0 + 2.0 / 3.0, within(1e-12));
        assertThat(frame.pointY(1.0 / 3.0, 1.0 / 3.0)).isCloseTo(1.0 / 3.0, within(1e-12));
    }

    /**
     * Tests that brightness is continuous: along lines across a tree with leaves of different sizes, it never jumps.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldShadeWithoutStepsAlsoWhereSmallLeavesMeetALargeOne(boolean isTriangle) {
        SplittableRandom random = new SplittableRandom(5);
        Element tree = Element.whole(0, isTriangle);
        grow(tree, random);
        Vertices vertices = new Vertices(new Shine(tree, isTriangle));
        Shine.Leaf leaf = new Shine.Leaf();
        double slopes = 0.0;
        for (int line = 1; line < 200; line++) {
            double across = line / 201.0;
            double end = isTriangle ? 1.0 - across : 1.0;
            double before = vertices.at(0.0, across, leaf).red();
            for (int step = 1; step <= 20_000; step++) {
                double here = vertices.at(end * step / 20_001.0, across, leaf).red();
                slopes = Math.max(slopes, Math.abs(here - before));
                before = here;
            }
        }
        // The steepest way is from 0 to 1 over the smallest leaf, of a 32nd of a side.
        assertThat(slopes).isLessThan(2.0 * 32.0 / 20_000.0);
        assertThat(slopes).isPositive();
    }

    private static void grow(Element element, SplittableRandom random) {
        float light = (float) random.nextDouble();
        element.becomeReal(light, light, light, 1.0F);
        if (element.level < 2 || (element.level < 5 && random.nextInt(3) == 0)) {
            element.cut();
            for (Element quarter : element.quarters()) {
                grow(quarter, random);
            }
        }
    }

    @Test
    void shouldMeetTheNearestSurfaceAndKnowItsBack() {
        Surface floor = surface(0, 0, 0, Z, X);
        Surface shelf = surface(0, 1, 0, Z, X);
        Rays rays = new Rays(List.of(floor, shelf));
        Vector3 above = new Vector3(0.25, 2, 0.75);
        assertThat(rays.nearest(above, Y.negated(), true)).isEqualTo(1);
        assertThat(rays.u()).isEqualTo(0.75);
        assertThat(rays.v()).isEqualTo(0.25);
        Vector3 below = new Vector3(0.25, 0.5, 0.75);
        assertThat(rays.nearest(below, Y, true)).isEqualTo(Rays.NOTHING);
        assertThat(rays.nearest(below, Y, false)).isEqualTo(1);
        assertThat(rays.isFromBehind()).isTrue();
        assertThat(rays.nearest(new Vector3(3, 2, 0.5), Y.negated(), true)).isEqualTo(Rays.NOTHING);
        assertThat(rays.isBlocked(above, new Vector3(0.5, 0, 0.5), Rays.NOTHING, 0))
                .isTrue();
        assertThat(rays.isBlocked(above, new Vector3(0.5, 0, 0.5), Rays.NOTHING, 1))
                .isFalse();
        assertThat(rays.isBlocked(above, below, Rays.NOTHING, 1)).isFalse();
    }

    @Test
    void shouldSeeHalfOfALampThatIsHalfCovered() {
        Surface floor = surface(0, 0, 0, Z, X);
        Surface lamp = surface(0, 1, 0, X, Z);
        Surface half =
                new Surface(new Vector3(-1, 0.99, -1), X.times(1.5), Z.times(3), false, Colour.BLACK, Colour.BLACK);
        Surface dark = new Surface(floor.corner(), Z, X, false, Colour.grey(0.5), Colour.BLACK);
        Lamps lamps = lamps(dark, lamp, half);
        Vector3 middle = new Vector3(0.5, 0, 0.5);
        assertThat(lamps.count()).isEqualTo(1);
        assertThat(lamps.isLamp(1)).isTrue();
        double factor = lamps.factor(0, 0, middle);
        assertThat(factor).isCloseTo(0.2395, within(0.001));
        assertThat(lamps.seen(0, 0, middle, factor, 12, 0.5, 0.5)).isCloseTo(0.5, within(0.05));
        assertThat(lamps(dark, lamp).seen(0, 0, middle, factor, 12, 0.5, 0.5)).isEqualTo(1.0);
        assertThat(lamps.factor(0, 1, new Vector3(0.5, 1, 0.5))).isZero();
    }

    private static Lamps lamps(Surface... surfaces) {
        return new Lamps(room(surfaces), new Rays(List.of(surfaces)));
    }
}
