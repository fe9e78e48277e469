package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;
import java.util.List;

/** A scene: everything that is needed to make a picture. Immutable; any thread may use it. Sent once to each host. */
public record Scene(
        Settings settings,
        Camera camera,
        Background background,
        Colour ambient,
        List<Light> lights,
        List<Material> materials,
        List<Plane> planes,
        Shapes shapes)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public Scene {
        lights = List.copyOf(lights);
        materials = List.copyOf(materials);
        planes = List.copyOf(planes);
    }

    public Scene with(Settings newSettings) {
        return new Scene(newSettings, camera, background, ambient, lights, materials, planes, shapes);
    }
}
