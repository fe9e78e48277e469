package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * The picture's size and how carefully it is made.
 *
 * @param samples rays per pixel in each direction: 3 makes 9 of them
 * @param depth how often a ray may be mirrored or refracted
 * @param exposure all light is multiplied by this
 * @param film whether very bright parts are compressed as on film, and not cut off
 */
public record Settings(int width, int height, int samples, int depth, double exposure, boolean film)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A side's limit: 16,384² pixels are 800 MB at the coordinator. */
    public static final int MOST_PIXELS = 16_384;
    /** Beyond 16 × 16 rays no eye sees a difference. */
    public static final int MOST_SAMPLES = 16;
    /** Each level may double the rays; what is left after 64 is far below what a screen shows. */
    public static final int MOST_DEPTH = 64;

    public static final Settings DEFAULT = new Settings(960, 540, 3, 8, 1, false);

    public Settings {
        require("width", width, 1, MOST_PIXELS);
        require("height", height, 1, MOST_PIXELS);
        require("samples", samples, 1, MOST_SAMPLES);
        require("depth", depth, 0, MOST_DEPTH);
        if (!(exposure > 0 && exposure < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("exposure: expected a number above 0, found " + exposure);
        }
    }

    private static void require(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": expected " + least + " to " + most + ", found " + value);
        }
    }

    public Settings withSize(int newWidth, int newHeight) {
        return new Settings(newWidth, newHeight, samples, depth, exposure, film);
    }

    public Settings withSamples(int newSamples) {
        return new Settings(width, height, newSamples, depth, exposure, film);
    }

    public Settings withDepth(int newDepth) {
        return new Settings(width, height, samples, newDepth, exposure, film);
    }

    public Settings withLight(double newExposure, boolean newFilm) {
        return new Settings(width, height, samples, depth, newExposure, newFilm);
    }
}
