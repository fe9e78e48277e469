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
 * A scene made by a formula: four thousand balls in the order of a sunflower's seeds. Each stands the golden angle further
 * around than the one before, at a distance that grows with the root of its number, on a wave that runs outward.
 */
final class Sunflower {
    private static final int BALLS = 4000;
    /** Colours from the middle outward. */
    private static final int SHADES = 48;

    private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
    private static final double OUTER_RADIUS = 10;

    private Sunflower() {}

    static Scene scene() {
        List<Material> materials = new ArrayList<>();
        Material floor = new Material(
                "floor",
                Texture.solid(Colour.ofScreen(0.10, 0.12, 0.20)),
                Colour.BLACK,
                1,
                Colour.grey(0.08),
                Colour.BLACK,
                1,
                Colour.BLACK,
                Colour.BLACK);
        materials.add(floor);
        materials.add(Material.metal("gold", Colour.ofScreen(0.98, 0.80, 0.45)));
        materials.add(Material.glass("glass", new Colour(0.3, 0.1, 0.05)));
        int firstShade = materials.size();
        for (int shade = 0; shade < SHADES; shade++) {
            materials.add(Material.varnish("shade-" + shade, shade(shade / (SHADES - 1.0))));
        }
        Shapes.Builder shapes = new Shapes.Builder();
        for (int ball = 1; ball <= BALLS; ball++) {
            double part = ball / (double) BALLS;
            double distance = OUTER_RADIUS * Math.sqrt(part);
            double angle = ball * GOLDEN_ANGLE;
            double radius = 0.055 + 0.085 * Math.sqrt(part);
            double wave = 0.9 * StrictMath.cos(distance * 1.5) * (1 - 0.75 * part);
            Vector3 place = new Vector3(
                    distance * StrictMath.cos(angle), 1.1 + wave + radius, distance * StrictMath.sin(angle));
            int material = firstShade + (int) (part * (SHADES - 1) + 0.5);
            // Fibonacci numbers lie on the spirals that the eye sees.
            if (ball % 34 == 0) {
                material = 1;
            } else if (ball % 55 == 0) {
                material = 2;
            }
            shapes.sphere(place, radius, material);
        }
        return new Scene(
                Settings.DEFAULT.withLight(1, true),
                Camera.pinhole(new Vector3(0, 7.2, 12.5), new Vector3(0, 0.6, 1.2), 38),
                new Background(
                        Colour.ofScreen(0.95, 0.72, 0.55),
                        Colour.ofScreen(0.20, 0.30, 0.55),
                        Colour.ofScreen(0.10, 0.12, 0.20)),
                Colour.grey(0.18),
                List.of(
                        new Light(
                                true,
                                new Vector3(-0.6, 0.55, -0.45).unit(),
                                new Colour(1.9, 1.55, 1.15),
                                0.03,
                                Double.POSITIVE_INFINITY,
                                2),
                        Light.lamp(new Vector3(9, 9, 8), new Colour(0.35, 0.45, 0.7), 1.5, 2)),
                materials,
                List.of(new Plane(Vector3.ZERO, new Vector3(0, 1, 0), 0)),
                shapes.build());
    }

    /** From dark brown in the middle over red and orange to yellow, and green at the rim. */
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
