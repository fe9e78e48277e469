package org.moide.samples.programs.radiosity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.samples.programs.raytrace.scene.Camera;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;

/** Form factors, visibility, trees. */
class LightTest {
    private static final Vector3 X = new Vector3(1, 0, 0);
    private static final Vector3 Y = new Vector3(0, 1, 0);
    private static final Vector3 Z = new Vector3(0, 0, 1);

    private static Surface surface(double x, double y, double z, Vector3 along, Vector3 across) {
        return new Surface(new Vector3(x, y, z), along, across, Colour.grey(0.5), Colour.WHITE);
    }

    private static Room room(Surface... surfaces) {
        return new Room(Settings.DEFAULT, Camera.pinhole(Vector3.ZERO, Z, 45), false, List.of(surfaces));
    }

    private static double factor(Room room) {
        return new FormFactor(room).between(Place.whole(0), Place.whole(1));
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
        assertThat(sunk).isCloseTo(above, within(1e-12));
    }

    @Test
    void shouldBeReciprocal() {
        Room room = room(surface(0, 0, 0, Z.times(3), X.times(2)), surface(0.3, 0.5, 0.2, X.times(0.1), Z.times(0.2)));
        FormFactor factors = new FormFactor(room);
        double there = factors.between(Place.whole(0), Place.whole(1)) * 6.0;
        double back = factors.between(Place.whole(1), Place.whole(0)) * 0.02;
        assertThat(there).isCloseTo(back, within(1e-12));
        // The little one above the middle of the large sees hardly anything else.
        assertThat(back / 0.02).isBetween(0.5, 1.0);
    }

    @Test
    void shouldSeeAllTheLightOfAClosedRoom() {
        Room cube = RoomReader.read("cube", "camera from 0 0 2 at 0 0 0\nmaterial m\nroom 0 0 0 1 2 3 material m\n");
        FormFactor factors = new FormFactor(cube);
        for (int receiver = 0; receiver < 6; receiver++) {
            double sum = 0.0;
            for (int source = 0; source < 6; source++) {
                sum += source == receiver ? 0.0 : factors.between(Place.whole(receiver), Place.whole(source));
            }
            assertThat(sum).isCloseTo(1.0, within(0.02));
        }
    }

    @Test
    void shouldSeeHowMuchIsInTheWay() {
        Surface floor = surface(0, 0, 0, Z, X);
        Surface ceiling = surface(0, 1, 0, X, Z);
        Surface half = surface(0, 0.5, 0, X.times(0.5), Z);
        Surface all = surface(-5, 0.5, -5, X.times(11), Z.times(11));
        assertThat(new Visibility(room(floor, ceiling)).between(Place.whole(0), Place.whole(1)))
                .isEqualTo(1.0);
        assertThat(new Visibility(room(floor, ceiling, half)).between(Place.whole(0), Place.whole(1)))
                .isBetween(0.3, 0.7);
        assertThat(new Visibility(room(floor, ceiling, all)).between(Place.whole(0), Place.whole(1)))
                .isZero();
    }

    @Test
    void shouldFindAPlaceInATree() {
        QuadTree tree = new QuadTree(3, surface(0, 0, 0, X, Z));
        int first = tree.firstChild(0);
        int second = tree.firstChild(first + 2);
        assertThat(tree.firstChild(0)).isEqualTo(first);
        assertThat(tree.elements()).isEqualTo(9);
        Place place = Place.whole(3).quarter(2).quarter(1);
        assertThat(tree.place(second + 1)).isEqualTo(place);
        Shine shine = tree.shine();
        assertThat(shine.element(place)).isEqualTo(second + 1);
        assertThat(shine.element(place.quarter(3).quarter(0))).isEqualTo(second + 1);
        assertThat(shine.element(Place.whole(3).quarter(2))).isEqualTo(first + 2);
        assertThat(shine.element(Place.whole(3).quarter(1).quarter(1))).isEqualTo(first + 1);
    }

    @Test
    void shouldPushWhatArrivesDownAndPullTheMeanUp() {
        QuadTree tree = new QuadTree(0, surface(0, 0, 0, X.times(2), Z));
        int first = tree.firstChild(0);
        double[] arriving = new double[4 * 5];
        arriving[0] = 1.0;
        arriving[4 * first] = 4.0;
        QuadTree.Power power = tree.pushAndPull(arriving, false);
        Shine shine = tree.shine();
        assertThat(shine.number(first, 0)).isEqualTo(1.0 + 0.5 * 5.0);
        assertThat(shine.number(first + 3, 0)).isEqualTo(1.0 + 0.5 * 1.0);
        assertThat(shine.number(0, 0)).isEqualTo((3.5 + 3 * 1.5) / 4.0);
        assertThat(shine.number(0, 2)).isEqualTo(1.0);
        assertThat(shine.at(0.2, 0.3).red()).isEqualTo(3.5);
        assertThat(shine.at(0.9, 0.3).red()).isEqualTo(1.5);
        // An area of 2, of which a quarter gets 5 and the rest 1; green and blue only shine by themselves.
        assertThat(power.absorbed()).isCloseTo(0.5 * (0.5 * 5.0 + 1.5), within(1e-12));
        assertThat(power.sent()).isCloseTo(2.0 * 2.0 + 2.0 * 2.0, within(1e-12));
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
        Surface half = new Surface(new Vector3(-1, 0.99, -1), X.times(1.5), Z.times(3), Colour.BLACK, Colour.BLACK);
        Surface dark = new Surface(floor.corner(), Z, X, Colour.grey(0.5), Colour.BLACK);
        Lamps lamps = new Lamps(room(dark, lamp, half));
        Vector3 middle = new Vector3(0.5, 0, 0.5);
        assertThat(lamps.count()).isEqualTo(1);
        assertThat(lamps.isLamp(1)).isTrue();
        double factor = lamps.factor(0, 0, middle);
        assertThat(factor).isCloseTo(0.2395, within(0.001));
        assertThat(lamps.seen(0, 0, middle, factor, 12, 0.5, 0.5)).isCloseTo(0.5, within(0.05));
        assertThat(new Lamps(room(dark, lamp)).seen(0, 0, middle, factor, 12, 0.5, 0.5))
                .isEqualTo(1.0);
        assertThat(lamps.factor(0, 1, new Vector3(0.5, 1, 0.5))).isZero();
    }
}
