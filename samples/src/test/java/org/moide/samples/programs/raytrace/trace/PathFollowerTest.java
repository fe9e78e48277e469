package org.moide.samples.programs.raytrace.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.samples.programs.raytrace.scene.Background;
import org.moide.samples.programs.raytrace.scene.Camera;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Light;
import org.moide.samples.programs.raytrace.scene.Material;
import org.moide.samples.programs.raytrace.scene.Plane;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Shapes;
import org.moide.samples.programs.raytrace.scene.Texture;
import org.moide.samples.programs.raytrace.scene.Vector3;
import org.moide.samples.programs.raytrace.tree.Probe;

class PathFollowerTest {
    private static final int PATHS = 900;
    private static final Vector3 UP = new Vector3(0, 1, 0);

    private static Material bare(Colour diffuse, Colour reflect, Colour transmit) {
        return new Material(
                "bare",
                Texture.solid(diffuse),
                Colour.BLACK,
                1,
                reflect,
                transmit,
                transmit.isBlack() ? 1 : 1.5,
                Colour.BLACK,
                Colour.BLACK);
    }

    /**
     * Returns the mean colour of many paths. Each path begins with a ray that looks down at (x, 5), where it meets the
     * floor or a ball that lies on the floor.
     */
    private static Colour seen(Material ball, Material floor, Background sky, List<Light> lights, double x) {
        Shapes.Builder shapes = new Shapes.Builder();
        shapes.sphere(new Vector3(0, 1, 0), 1, 0);
        World world = new World(
                new Scene(
                        Settings.DEFAULT.withDepth(60).withPaths(PATHS),
                        Camera.pinhole(new Vector3(0, 0, 5), Vector3.ZERO, 40),
                        sky,
                        Colour.BLACK,
                        lights,
                        List.of(ball, floor),
                        List.of(new Plane(Vector3.ZERO, UP, 1)),
                        shapes.build()),
                1);
        PathFollower follower = new PathFollower(world);
        Vector3 origin = new Vector3(x, 5, 0);
        Vector3 down = UP.negated();
        Probe probe = new Probe();
        probe.aim(x, 5, 0, 0, -1, 0, Double.POSITIVE_INFINITY);
        assertThat(world.nearest(probe)).isTrue();
        Surface first = Surface.of(world, probe.slot(), probe.distance(), 0, 0, origin, down);
        Colour sum = Colour.BLACK;
        for (int path = 0; path < PATHS; path++) {
            follower.strata().begin(77, path, 2);
            sum = sum.plus(follower.follow(first));
        }
        return sum.times(1.0 / PATHS);
    }

    @Test
    void shouldNeitherMakeNorLoseLightInAnEvenlyWhiteWorld() {
        Material white = bare(Colour.WHITE, Colour.BLACK, Colour.BLACK);
        List<Material> balls = List.of(
                white,
                bare(Colour.WHITE, Colour.grey(0.4), Colour.BLACK),
                bare(Colour.BLACK, Colour.WHITE, Colour.BLACK),
                bare(Colour.BLACK, Colour.BLACK, Colour.WHITE));
        for (Material ball : balls) {
            for (double x : new double[] {0.5, 1.2}) {
                Colour light = seen(ball, white, Background.even(Colour.WHITE), List.of(), x);
                assertThat(light.red()).as("%s at %s", ball, x).isCloseTo(1, within(0.04));
                assertThat(light.blue()).as("%s at %s", ball, x).isCloseTo(1, within(0.04));
            }
        }
    }

    @Test
    void shouldSeeLessOfTheSkyBesideABall() {
        // Half a radius from a black ball's edge: the form factor of a sphere is (r / distance)² times the cosine.
        Material black = bare(Colour.BLACK, Colour.BLACK, Colour.BLACK);
        Material white = bare(Colour.WHITE, Colour.BLACK, Colour.BLACK);
        Colour light = seen(black, white, Background.even(Colour.WHITE), List.of(), 3);
        double hidden = 1.0 / 10 * (1 / Math.sqrt(10));
        assertThat(light.red()).isCloseTo(1 - hidden, within(0.01));
    }

    @Test
    void shouldLightByASunAsFollowerDoes() {
        Material black = bare(Colour.BLACK, Colour.BLACK, Colour.BLACK);
        Material half = bare(Colour.grey(0.5), Colour.BLACK, Colour.BLACK);
        Light sun = new Light(true, new Vector3(1, 1, 0).unit(), Colour.WHITE, 0, Double.POSITIVE_INFINITY, 1);
        Colour light = seen(black, half, Background.even(Colour.BLACK), List.of(sun), 4);
        assertThat(light.red()).isCloseTo(0.5 * Math.sqrt(0.5), within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 16, 100, 257})
    void shouldGiveEachPathAPlaceOfItsOwnAtEachChoice(int paths) {
        Strata strata = new Strata(paths);
        int side = (int) Math.sqrt(paths);
        for (long pixel = 1; pixel < 40; pixel++) {
            BitSet taken = new BitSet();
            BitSet cells = new BitSet();
            for (int path = 0; path < paths; path++) {
                strata.begin(pixel * 0x9E3779B97F4A7C15L, path, 0);
                taken.set((int) (strata.next() * paths));
                strata.pair();
                assertThat(strata.first).isBetween(0.0, 1.0);
                cells.set(((int) (strata.first * side)) * side + (int) (strata.second * side));
            }
            assertThat(taken.cardinality()).isEqualTo(paths);
            assertThat(cells.cardinality()).isEqualTo(side * side);
        }
    }
}
