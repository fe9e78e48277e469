package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * The background, which is visible where no object is hit: a sky that fades from the horizon to the zenith, and a
 * ground below the horizon.
 */
public record Background(Colour horizon, Colour zenith, Colour ground) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The height of the band below the horizon in which sky and ground blend, measured as the y of a direction. */
    private static final double BLEND = 0.04;

    public static Background even(Colour colour) {
        return new Background(colour, colour, colour);
    }

    /** Returns the light from this direction. */
    public Colour toward(Vector3 direction) {
        double height = direction.y();
        if (height >= 0) {
            return sky(height);
        }
        return height <= -BLEND ? ground : horizon.toward(ground, -height / BLEND);
    }

    // The root makes the change quick near the horizon and slow near the zenith, as in a real sky.
    private Colour sky(double height) {
        return horizon.toward(zenith, Math.sqrt(Math.min(1, height)));
    }
}
