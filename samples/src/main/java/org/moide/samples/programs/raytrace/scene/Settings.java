package org.moide.samples.programs.raytrace.scene;

import java.io.Serializable;

/**
 * The size of the picture and the quality of its computation.
 *
 * @param samples the number of rays for each pixel in each of the two directions; 3 means 9 rays
 * @param depth how often a ray may be reflected or refracted
 * @param exposure the factor by which all light is multiplied
 * @param film whether very bright parts are compressed as on photographic film, instead of being cut off
 * @param paths the number of paths of light that are followed for each pixel, in place of its samples; 0 for none
 * @param adaptive by how many levels of a screen the first four rays of a pixel must differ for the other samples to be
 *     taken; 0 if all samples are always taken
 */
public record Settings(
        int width, int height, int samples, int depth, double exposure, boolean film, int paths, int adaptive)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most pixels on a side of a picture. A picture of 16,384² pixels takes 800 MB at the coordinator. */
    public static final int MOST_PIXELS = 16_384;
    /** The most rays for a pixel in each direction. Beyond 16 × 16 rays no difference is visible. */
    public static final int MOST_SAMPLES = 16;
    /**
     * The largest depth. There is a limit because each level may double the number of rays. After 64 levels, the light
     * that is left is far below what a screen shows.
     */
    public static final int MOST_DEPTH = 64;
    /**
     * The most paths for a pixel. Noise decreases with the square root of their number; with so many, it is below what
     * a screen shows.
     */
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
