package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * The camera that sees the picture.
 *
 * @param from the camera's position
 * @param at a point in the middle of the picture
 * @param up the direction that is upward in the picture
 * @param fieldOfViewDegrees the angle between the picture's upper and lower edges
 * @param aperture the radius of the lens; 0 makes everything sharp
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
