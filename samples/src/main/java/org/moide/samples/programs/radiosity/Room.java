package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.List;
import org.moide.samples.programs.raytrace.scene.Camera;
import org.moide.samples.programs.raytrace.scene.Settings;

/**
 * What is lit, and how it is looked at. Immutable.
 *
 * @param closed whether there are walls all around, so that no light is lost
 */
record Room(Settings settings, Camera camera, boolean closed, List<Surface> surfaces) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Every surface is tried against every other. */
    static final int MOST_SURFACES = 2000;

    Room {
        surfaces = List.copyOf(surfaces);
    }

    double area(Place place) {
        return surfaces.get(place.surface()).area() * place.share();
    }

    /** All that is sent out, per time: red, green and blue together. */
    double emitted() {
        double emitted = 0.0;
        for (Surface surface : surfaces) {
            emitted += surface.area()
                    * (surface.emit().red()
                            + surface.emit().green()
                            + surface.emit().blue());
        }
        return emitted;
    }
}
