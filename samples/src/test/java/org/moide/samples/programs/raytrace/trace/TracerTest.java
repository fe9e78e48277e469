package org.moide.samples.programs.raytrace.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.moide.samples.picture.Pattern;
import org.moide.samples.programs.raytrace.scene.Background;
import org.moide.samples.programs.raytrace.scene.Camera;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Light;
import org.moide.samples.programs.raytrace.scene.Material;
import org.moide.samples.programs.raytrace.scene.Plane;
import org.moide.samples.programs.raytrace.scene.Scene;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Shapes;
import org.moide.samples.programs.raytrace.scene.Vector3;

class TracerTest {
    private static final Vector3 UP = new Vector3(0, 1, 0);
    private static final Vector3 DOWN = new Vector3(0, -1, 0);
    private static final Material WHITE = Material.matt("white", Colour.WHITE);
    private static final Light SUN = new Light(true, UP, Colour.grey(0.5), 0, Double.POSITIVE_INFINITY, 1);

    private static Material bare(Colour reflect, Colour transmit, double refraction, Colour absorb) {
        return new Material(
                "bare", WHITE.diffuse(), Colour.BLACK, 1, reflect, transmit, refraction, absorb, Colour.BLACK);
    }

    private static Follower tracer(
            Background background,
            Colour ambient,
            List<Light> lights,
            List<Material> materials,
            Shapes.Builder shapes) {
        return new Follower(new World(
                new Scene(
                        Settings.DEFAULT.withDepth(30),
                        Camera.pinhole(new Vector3(0, 0, 5), Vector3.ZERO, 40),
                        background,
                        ambient,
                        lights,
                        materials,
                        List.of(new Plane(Vector3.ZERO, UP, 0)),
                        shapes.build()),
                1));
    }

    private static Colour look(Follower tracer, Vector3 from, Vector3 direction) {
        return tracer.follow(from, direction.unit(), Colour.BLACK, 0, 1);
    }

    @Test
    void shouldNeitherMakeNorLoseLightInAnEvenlyWhiteWorld() {
        // A white furnace: whatever is mirrored, refracted or scattered, the same light comes from everywhere.
        List<Material> materials = List.of(
                WHITE,
                bare(Colour.BLACK, Colour.WHITE, 1.5, Colour.BLACK),
                bare(Colour.grey(0.7), Colour.BLACK, 1, Colour.BLACK),
                bare(Colour.BLACK, new Colour(0.2, 0.5, 0.9), 1.2, Colour.BLACK));
        Random random = new Random(3);
        Shapes.Builder shapes = new Shapes.Builder();
        for (int i = 0; i < 60; i++) {
            shapes.sphere(
                    new Vector3(6 * random.nextDouble() - 3, 2 * random.nextDouble(), 6 * random.nextDouble() - 3),
                    0.2 + 0.3 * random.nextDouble(),
                    1 + i % 2);
        }
        Follower tracer = tracer(Background.even(Colour.WHITE), Colour.WHITE, List.of(), materials, shapes);
        for (int i = 0; i < 500; i++) {
            Vector3 target = new Vector3(5 * random.nextDouble() - 2.5, 1, 5 * random.nextDouble() - 2.5);
            Vector3 from = new Vector3(0, 3, 8);
            Colour light = look(tracer, from, target.minus(from));
            // What weighs less than 1/1024 is left out, at each of some dozen branches.
            assertThat(light.most()).isBetween(0.97, 1 + 1e-9);
        }
    }

    @Test
    void shouldLightByTheCosine() {
        Follower tracer = tracer(
                Background.even(Colour.BLACK), Colour.grey(0.1), List.of(SUN), List.of(WHITE), new Shapes.Builder());
        assertThat(look(tracer, new Vector3(0, 2, 0), DOWN).red()).isCloseTo(0.6, within(1e-12));
        Light low = new Light(true, new Vector3(1, 1, 0).unit(), Colour.WHITE, 0, Double.POSITIVE_INFINITY, 1);
        Follower evening =
                tracer(Background.even(Colour.BLACK), Colour.BLACK, List.of(low), List.of(WHITE), new Shapes.Builder());
        assertThat(look(evening, new Vector3(0, 2, 0), DOWN).red()).isCloseTo(Math.sqrt(0.5), within(1e-12));
    }

    @Test
    void shouldWeakenALampToHalfAtItsReach() {
        Light lamp = new Light(false, new Vector3(0, 3, 0), Colour.WHITE, 0, 3, 1);
        Follower tracer = tracer(
                Background.even(Colour.BLACK), Colour.BLACK, List.of(lamp), List.of(WHITE), new Shapes.Builder());
        assertThat(look(tracer, new Vector3(0, 1, 0), DOWN).red()).isCloseTo(0.5, within(1e-6));
        assertThat(tracer.rays()).isEqualTo(2);
    }

    @Test
    void shouldThrowShadowsButNotFromBeyondTheLamp() {
        Shapes.Builder shapes = new Shapes.Builder();
        shapes.sphere(new Vector3(0, 2, 0), 0.5, 0);
        shapes.sphere(new Vector3(5, 8, 0), 0.5, 0);
        Light near = Light.lamp(new Vector3(5, 5, 0), Colour.WHITE, 0, 1);
        Follower tracer = tracer(Background.even(Colour.BLACK), Colour.grey(0.1), List.of(SUN), List.of(WHITE), shapes);
        assertThat(look(tracer, new Vector3(3, 1, 0), new Vector3(-3, -1, 0))).isEqualTo(Colour.grey(0.1));
        Follower lamp = tracer(Background.even(Colour.BLACK), Colour.BLACK, List.of(near), List.of(WHITE), shapes);
        assertThat(look(lamp, new Vector3(6, 1, 0), new Vector3(-1, -1, 0)).red())
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void shouldLetColouredLightThroughGlass() {
        Material green = bare(Colour.BLACK, Colour.WHITE, 1.5, new Colour(2, 0, 2));
        Shapes.Builder shapes = new Shapes.Builder();
        shapes.sphere(new Vector3(0, 2, 0), 0.5, 1);
        Follower tracer =
                tracer(Background.even(Colour.BLACK), Colour.BLACK, List.of(SUN), List.of(WHITE, green), shapes);
        Colour under = look(tracer, new Vector3(3, 1, 0), new Vector3(-3, -1, 0));
        assertThat(under.green()).isCloseTo(0.5 * 0.96 * 0.96, within(1e-6));
        // Through the middle the way inside is 1 long.
        assertThat(under.red()).isCloseTo(under.green() * Math.exp(-2), within(1e-6));
    }

    @Test
    void shouldAbsorbOnTheWayThroughGlass() {
        Material glass = bare(Colour.BLACK, Colour.WHITE, 1, new Colour(1, 2, 0));
        Shapes.Builder shapes = new Shapes.Builder();
        shapes.sphere(new Vector3(0, 2, 0), 0.5, 1);
        Follower tracer = tracer(Background.even(Colour.WHITE), Colour.BLACK, List.of(), List.of(WHITE, glass), shapes);
        Colour through = look(tracer, new Vector3(0, 2, 5), new Vector3(0, 0, -1));
        assertThat(through.red()).isCloseTo(Math.exp(-1), within(1e-6));
        assertThat(through.green()).isCloseTo(Math.exp(-2), within(1e-6));
        assertThat(through.blue()).isCloseTo(1, within(1e-6));
    }

    @Test
    void shouldBendLightTwiceInAGlassBall() {
        Background dark = new Background(Colour.BLACK, Colour.WHITE, Colour.BLACK);
        Shapes.Builder shapes = new Shapes.Builder();
        shapes.sphere(Vector3.ZERO, 1, 0);
        Scene scene = new Scene(
                Settings.DEFAULT,
                Camera.pinhole(new Vector3(0, 0, 5), Vector3.ZERO, 40),
                dark,
                Colour.BLACK,
                List.of(),
                List.of(bare(Colour.BLACK, Colour.WHITE, 1.5, Colour.BLACK)),
                List.of(),
                shapes.build());
        // Half a radius below the middle the ray comes in at 30 degrees; it is bent up by the difference, twice.
        double bent = 2 * (Math.PI / 6 - Math.asin(0.5 / 1.5));
        double mirrored = Optics.fresnel(Math.cos(Math.PI / 6), 1 / 1.5);
        double seen = (1 - mirrored) * (1 - mirrored) * Math.sqrt(Math.sin(bent));
        Colour light = look(new Follower(new World(scene, 1)), new Vector3(0, -0.5, 5), new Vector3(0, 0, -1));
        // What is mirrored inside before it leaves adds a little.
        assertThat(light.red()).isBetween(seen, seen + mirrored);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 1, 1e3, 1e6})
    void shouldNotShadeItselfAtAnyScale(double radius) {
        Shapes.Builder shapes = new Shapes.Builder();
        Vector3 centre = new Vector3(0, 3 * radius, 0);
        shapes.sphere(centre, radius, 0);
        Follower tracer = tracer(Background.even(Colour.BLACK), Colour.BLACK, List.of(SUN), List.of(WHITE), shapes);
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            Vector3 normal = new Vector3(
                            2 * random.nextDouble() - 1, 0.3 + random.nextDouble(), 2 * random.nextDouble() - 1)
                    .unit();
            Vector3 from = centre.plus(5 * radius, normal);
            Colour light = look(tracer, from, normal.negated());
            assertThat(light.red()).isCloseTo(0.5 * normal.y(), within(1e-6));
        }
    }

    @Test
    void shouldWriteWhatScreensShow() {
        Tone tone = new Tone(Settings.DEFAULT);
        byte[] pixel = new byte[3];
        tone.write(new Colour(0, 1, 7), pixel, 0);
        assertThat(pixel).containsExactly(0, 255, 255);
        for (int level = 0; level < 256; level++) {
            tone.write(Colour.ofScreen(level / 255.0, level / 255.0, level / 255.0), pixel, 0);
            assertThat(pixel[0] & 255).isEqualTo(level);
        }
    }

    @Test
    void shouldShowWhatIsBetweenTwoLevelsAsAPatternOfBoth() {
        Tone tone = new Tone(Settings.DEFAULT);
        Colour lower = Colour.ofScreen(100 / 255.0, 100 / 255.0, 100 / 255.0);
        Colour between = lower.toward(Colour.ofScreen(101 / 255.0, 101 / 255.0, 101 / 255.0), 0.25);
        byte[] pixel = new byte[3];
        int upper = 0;
        for (int at = 0; at < 64; at++) {
            tone.write(tone.shown(between), Pattern.at(at % 8, at / 8), pixel, 0);
            assertThat(pixel[0]).isBetween((byte) 100, (byte) 101);
            upper += pixel[0] - 100;
            tone.write(tone.shown(Colour.grey(7)), Pattern.at(at % 8, at / 8), pixel, 0);
            assertThat(pixel[0]).isEqualTo((byte) 255);
        }
        assertThat(upper).isEqualTo(16);
    }
}
