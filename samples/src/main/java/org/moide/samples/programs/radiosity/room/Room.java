package org.moide.samples.programs.radiosity.room;

import java.io.Serializable;
import java.util.List;
import org.moide.samples.programs.raytrace.scene.Camera;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * The room that is lit, and how it is looked at. Immutable.
 *
 * @param closed whether there are walls all around, so that no light is lost
 */
public record Room(Settings settings, Camera camera, boolean closed, List<Surface> surfaces) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Every surface is tried against every other. */
    static final int MOST_SURFACES = 2000;

    public Room {
        surfaces = List.copyOf(surfaces);
    }

    /** Makes what stands for a room until it is there. */
    public static Room nothing() {
        return new Room(Settings.DEFAULT, Camera.pinhole(Vector3.ZERO, new Vector3(0, 0, -1), 45), false, List.of());
    }

    /** The sum of all that is sent out, per time: red, green and blue together. */
    public double emitted() {
        double emitted = 0.0;
        for (Surface surface : surfaces) {
            Colour emit = surface.emit();
            emitted += surface.area() * (emit.red() + emit.green() + emit.blue());
        }
        return emitted;
    }
}
