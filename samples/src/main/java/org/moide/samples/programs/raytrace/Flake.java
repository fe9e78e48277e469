package org.moide.samples.programs.raytrace;

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
 * Haines's sphereflake: a ball with nine smaller ones on it, each with nine smaller ones, and so on, 7,381 mirrors in
 * total. It takes longer than the other two scenes, because nearly every ray is reflected again and again.
 */
final class Flake {
    private static final int LEVELS = 4;
    private static final double SMALLER = 1.0 / 3;

    private Flake() {}

    static Scene scene() {
        List<Material> materials = List.of(
                new Material(
                        "floor",
                        new Texture(
                                Texture.Pattern.CHECKER,
                                Colour.ofScreen(0.62, 0.58, 0.52),
                                Colour.ofScreen(0.22, 0.24, 0.30),
                                1.5),
                        Colour.BLACK,
                        1,
                        Colour.grey(0.03),
                        Colour.BLACK,
                        1,
                        Colour.BLACK,
                        Colour.BLACK),
                Material.metal("level-0", Colour.ofScreen(0.86, 0.88, 0.92)),
                Material.metal("level-1", Colour.ofScreen(0.95, 0.78, 0.45)),
                Material.metal("level-2", Colour.ofScreen(0.90, 0.60, 0.48)),
                Material.metal("level-3", Colour.ofScreen(0.70, 0.80, 0.92)),
                Material.metal("level-4", Colour.ofScreen(0.80, 0.90, 0.75)));
        Shapes.Builder shapes = new Shapes.Builder();
        add(shapes, new Vector3(0, 1.85, 0), 1, new Vector3(0.25, 0.9, 0.35).unit(), 0);
        return new Scene(
                Settings.DEFAULT.withLight(1.15, true),
                Camera.pinhole(new Vector3(3.0, 3.1, 6.0), new Vector3(0, 1.72, 0), 34),
                new Background(new Colour(0.75, 0.62, 0.55), new Colour(0.04, 0.14, 0.5), new Colour(0.3, 0.28, 0.3)),
                Colour.grey(0.2),
                List.of(
                        new Light(
                                true,
                                new Vector3(0.5, 0.8, 0.6).unit(),
                                new Colour(1.8, 1.65, 1.4),
                                0.02,
                                Double.POSITIVE_INFINITY,
                                1),
                        Light.lamp(new Vector3(-6, 4, 3), new Colour(0.8, 0.35, 0.2), 0.8, 1)),
                materials,
                List.of(new Plane(Vector3.ZERO, new Vector3(0, 1, 0), 0)),
                shapes.build());
    }

    /**
     * Adds a ball and all balls on it: six around its waist and three above.
     *
     * @param axis the direction from the ball on which this one sits to this one
     */
    private static void add(Shapes.Builder shapes, Vector3 centre, double radius, Vector3 axis, int level) {
        shapes.sphere(centre, radius, 1 + level);
        if (level == LEVELS) {
            return;
        }
        Vector3 side = axis.anyPerpendicular();
        Vector3 other = axis.cross(side);
        for (int child = 0; child < 9; child++) {
            boolean around = child < 6;
            double angle = around ? child * Math.PI / 3 : (child - 6) * 2 * Math.PI / 3 + Math.PI / 6;
            double rise = around ? 0 : StrictMath.sqrt(2.0 / 3);
            double out = around ? 1 : StrictMath.sqrt(1.0 / 3);
            Vector3 direction = side.times(out * StrictMath.cos(angle))
                    .plus(out * StrictMath.sin(angle), other)
                    .plus(rise, axis);
            add(shapes, centre.plus(radius * (1 + SMALLER), direction), radius * SMALLER, direction, level + 1);
        }
    }
}
