package org.moide.samples.programs.radiosity.room;

import java.io.Serializable;
import java.util.List;
import org.moide.samples.programs.raytrace.scene.Camera;
import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;

/**
 * A room whose light is computed, and the view of it. Immutable.
 *
 * @param closed whether walls enclose the room completely, so that no light is lost
 */
public record Room(Settings settings, Camera camera, boolean closed, List<Surface> surfaces) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most surfaces of a room. There is a limit because each surface is tested against every other. */
    static final int MOST_SURFACES = 2000;

    public Room {
        surfaces = List.copyOf(surfaces);
    }

    /** Returns a room without surfaces, which stands for the room until the file has been read. */
    public static Room nothing() {
        return new Room(Settings.DEFAULT, Camera.pinhole(Vector3.ZERO, new Vector3(0, 0, -1), 45), false, List.of());
    }

    /** Returns the sum of all emitted light per time, red, green and blue together. */
    public double emitted() {
        double emitted = 0.0;
        for (Surface surface : surfaces) {
            Colour emit = surface.emit();
            emitted += surface.area() * (emit.red() + emit.green() + emit.blue());
        }
        return emitted;
    }
}
