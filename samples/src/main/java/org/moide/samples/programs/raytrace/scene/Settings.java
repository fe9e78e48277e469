package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * The picture's size and how carefully it is made.
 *
 * @param samples rays per pixel in each direction: 3 makes 9 of them
 * @param depth how often a ray may be mirrored or refracted
 * @param exposure all light is multiplied by this
 * @param film whether very bright parts are compressed as on film, and not cut off
 * @param paths paths of light that are followed for each pixel, in place of its samples; 0 if none are
 * @param adaptive by how many of a screen's levels the first four rays of a pixel have to differ before its other
 *     samples are taken; 0 if all always are
 */
public record Settings(
        int width, int height, int samples, int depth, double exposure, boolean film, int paths, int adaptive)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A side's limit: 16,384² pixels are 800 MB at the coordinator. */
    public static final int MOST_PIXELS = 16_384;
    /** Beyond 16 × 16 rays no eye sees a difference. */
    public static final int MOST_SAMPLES = 16;
    /** The most levels: each may double the rays; what is left after 64 is far below what a screen shows. */
    public static final int MOST_DEPTH = 64;
    /** Noise falls with the root of the paths: with so many it is below what a screen shows. */
    public static final int MOST_PATHS = 65_536;

    public static final Settings DEFAULT = new Settings(960, 540, 3, 8, 1, false, 0, 0);

    public Settings {
        require("width", width, 1, MOST_PIXELS);
        require("height", height, 1, MOST_PIXELS);
        require("samples", samples, 1, MOST_SAMPLES);
        require("depth", depth, 0, MOST_DEPTH);
        require("paths", paths, 0, MOST_PATHS);
        require("adaptive", adaptive, 0, 255);
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
        return new Settings(newWidth, newHeight, samples, depth, exposure, film, paths, adaptive);
    }

    public Settings withSamples(int newSamples) {
        return new Settings(width, height, newSamples, depth, exposure, film, paths, adaptive);
    }

    public Settings withDepth(int newDepth) {
        return new Settings(width, height, samples, newDepth, exposure, film, paths, adaptive);
    }

    public Settings withLight(double newExposure, boolean newFilm) {
        return new Settings(width, height, samples, depth, newExposure, newFilm, paths, adaptive);
    }

    public Settings withPaths(int newPaths) {
        return new Settings(width, height, samples, depth, exposure, film, newPaths, adaptive);
    }

    public Settings withAdaptive(int newAdaptive) {
        return new Settings(width, height, samples, depth, exposure, film, paths, newAdaptive);
    }
}
