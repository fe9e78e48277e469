package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * The camera, from which the picture is seen.
 *
 * @param fieldOfViewDegrees the angle between the picture's upper and lower edges
 * @param aperture the lens's radius; 0 makes everything sharp
 * @param focus the distance at which objects are sharp
 */
public record Camera(Vector3 from, Vector3 at, Vector3 up, double fieldOfViewDegrees, double aperture, double focus)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Returns a camera without a lens, which is sharp at every distance. */
    public static Camera pinhole(Vector3 from, Vector3 at, double fieldOfViewDegrees) {
        return new Camera(
                from,
                at,
                new Vector3(0, 1, 0),
                fieldOfViewDegrees,
                0,
                at.minus(from).length());
    }
}
