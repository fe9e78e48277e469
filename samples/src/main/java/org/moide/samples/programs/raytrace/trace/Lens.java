package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Camera;
import org.moide.samples.programs.raytrace.scene.Settings;
import org.moide.samples.programs.raytrace.scene.Vector3;

/** Computes the rays that leave the camera. */
public final class Lens {
    private final Camera camera;
    private final Vector3 forward;
    private final Vector3 right;
    private final Vector3 up;
    private final double pixel;
    private final double halfWidth;
    private final double halfHeight;

    public Lens(Camera camera, Settings settings) {
        this.camera = camera;
        forward = camera.at().minus(camera.from()).unit();
        right = forward.cross(camera.up()).unit();
        up = right.cross(forward);
        // Of a picture at distance 1.
        double height = 2 * StrictMath.tan(camera.fieldOfViewDegrees() * (Math.PI / 360));
        pixel = height / settings.height();
        halfWidth = settings.width() / 2.0;
        halfHeight = settings.height() / 2.0;
    }

    boolean isPoint() {
        return camera.aperture() == 0;
    }

    /**
     * Returns the point at which a ray through a certain point of the lens begins.
     *
     * @param across the horizontal position in the lens; with {@code above} it is in the unit disc
     * @param above the vertical position in the lens
     */
    public Vector3 origin(double across, double above) {
        if (isPoint()) {
            return camera.from();
        }
        return camera.from().plus(across * camera.aperture(), right).plus(above * camera.aperture(), up);
    }

    /**
     * Returns the direction from a point of the lens to the point that is seen sharply at a place of the picture.
     *
     * @param x the column of that place in pixels, from the picture's left edge
     * @param y the row of that place in pixels, from the picture's upper edge
     */
    public Vector3 direction(Vector3 origin, double x, double y) {
        Vector3 through = forward.plus((x - halfWidth) * pixel, right).plus((halfHeight - y) * pixel, up);
        return camera.from().plus(camera.focus(), through).minus(origin).unit();
    }
}
