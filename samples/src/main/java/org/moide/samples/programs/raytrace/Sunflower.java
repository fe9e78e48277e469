package org.moide.samples.programs.raytrace;

import java.util.ArrayList;
import java.util.List;
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

/**
 * A scene made by a formula: four thousand balls in the order of a sunflower's seeds. Each ball is the golden angle
 * further around than the ball before. Its distance from the middle grows with a power of its number, and its height
 * follows a wave that runs outward.
 */
final class Sunflower {
    private static final int BALLS = 4000;
    /** The number of colours from the middle outward. */
    private static final int SHADES = 48;

    private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
    private static final double OUTER_RADIUS = 10;
    /**
     * The exponent of the power of a ball's number to which its distance from the middle is proportional. With 0.5, the
     * density of balls would be the same everywhere; with more, it is higher in the middle.
     */
    private static final double CROWDING = 0.62;

    private static final int GOLD = 1;
    private static final int GLASS = 2;
    private static final int FIRST_SHADE = 3;

    private Sunflower() {}

    static Scene scene() {
        List<Material> materials = new ArrayList<>();
        Material floor = new Material(
                "floor",
                Texture.solid(Colour.ofScreen(0.36, 0.36, 0.46)),
                Colour.BLACK,
                1,
                Colour.grey(0.05),
                Colour.BLACK,
                1,
                Colour.BLACK,
                Colour.BLACK);
        materials.add(floor);
        materials.add(Material.metal("gold", Colour.ofScreen(0.98, 0.80, 0.45)));
        materials.add(Material.glass("glass", new Colour(0.5, 0.15, 0.1)));
        for (int shade = 0; shade < SHADES; shade++) {
            materials.add(Material.varnish("shade-" + shade, shade(shade / (SHADES - 1.0))));
        }
        Shapes.Builder shapes = new Shapes.Builder();
        for (int ball = 1; ball <= BALLS; ball++) {
            double part = ball / (double) BALLS;
            double distance = OUTER_RADIUS * StrictMath.pow(part, CROWDING);
            double angle = ball * GOLDEN_ANGLE;
            double height = 1.4 + 0.8 * StrictMath.cos(distance * 1.05) * (1 - 0.45 * part);
            Vector3 place = new Vector3(distance * StrictMath.cos(angle), height, distance * StrictMath.sin(angle));
            shapes.sphere(place, radius(part), material(ball, part));
        }
        return new Scene(
                Settings.DEFAULT.withLight(1.25, true),
                Camera.pinhole(new Vector3(0, 10.0, 15.5), new Vector3(0, 0.35, 0.6), 36),
                new Background(
                        new Colour(1.25, 0.95, 0.75), new Colour(0.16, 0.32, 0.75), new Colour(0.35, 0.33, 0.36)),
                new Colour(0.30, 0.30, 0.36),
                List.of(
                        new Light(
                                true,
                                new Vector3(-0.75, 0.62, 0.15).unit(),
                                new Colour(1.7, 1.45, 1.15),
                                0.03,
                                Double.POSITIVE_INFINITY,
                                1),
                        Light.lamp(new Vector3(9, 9, 8), new Colour(0.25, 0.35, 0.6), 1.5, 1)),
                materials,
                List.of(new Plane(Vector3.ZERO, new Vector3(0, 1, 0), 0)),
                shapes.build());
    }

    // Nearly so large that neighbours touch: half the square root of the area for one ball.
    private static double radius(double part) {
        double area =
                Math.PI * OUTER_RADIUS * OUTER_RADIUS / BALLS * 2 * CROWDING * StrictMath.pow(part, 2 * CROWDING - 1);
        return 0.49 * Math.sqrt(area);
    }

    // Multiples of Fibonacci numbers lie on the spirals that the eye sees.
    private static int material(int ball, double part) {
        if (ball % 34 == 0) {
            return GOLD;
        }
        if (ball % 55 == 0) {
            return GLASS;
        }
        return FIRST_SHADE + (int) (part * (SHADES - 1) + 0.5);
    }

    /**
     * Returns the colour at a fraction of the radius: from dark brown in the middle over red and orange to yellow, and
     * green at the rim.
     */
    private static Colour shade(double part) {
        Colour[] stops = {
            Colour.ofScreen(0.28, 0.10, 0.12),
            Colour.ofScreen(0.70, 0.14, 0.16),
            Colour.ofScreen(0.95, 0.45, 0.12),
            Colour.ofScreen(0.98, 0.80, 0.25),
            Colour.ofScreen(0.35, 0.68, 0.50),
            Colour.ofScreen(0.13, 0.40, 0.58)
        };
        double place = part * (stops.length - 1);
        int stop = Math.min(stops.length - 2, (int) place);
        return stops[stop].toward(stops[stop + 1], place - stop);
    }
}
