package org.moide.samples.programs.raytrace.trace;

import java.util.Arrays;
import org.moide.samples.programs.raytrace.scene.Colour;

/**
 * The light of a block's pixels while it is computed and, if needed, the range of each pixel's samples. Used by one
 * thread.
 */
final class Pixels {
    final int left;
    final int top;
    final int width;
    final int height;
    /** Whether each pixel needs further samples. */
    final boolean[] wants;

    private final double[] light;
    private final double[] lows;
    private final double[] highs;

    Pixels(int left, int top, int width, int height, boolean differs) {
        this.left = left;
        this.top = top;
        this.width = width;
        this.height = height;
        wants = new boolean[width * height];
        Arrays.fill(wants, true);
        light = new double[3 * width * height];
        lows = new double[differs ? light.length : 0];
        highs = new double[lows.length];
        Arrays.fill(lows, Double.POSITIVE_INFINITY);
    }

    /** Adds the light of a sample, multiplied by {@code part}, to a pixel. */
    void add(int pixel, Colour more, double part) {
        add(3 * pixel, more.red() * part);
        add(3 * pixel + 1, more.green() * part);
        add(3 * pixel + 2, more.blue() * part);
    }

    private void add(int at, double more) {
        light[at] += more;
        if (lows.length > 0) {
            lows[at] = Math.min(lows[at], more);
            highs[at] = Math.max(highs[at], more);
        }
    }

    Colour light(int pixel, double part) {
        int at = 3 * pixel;
        return new Colour(light[at] * part, light[at + 1] * part, light[at + 2] * part);
    }

    /** Returns for each band the least value in any sample of the pixel. */
    Colour low(int pixel) {
        return new Colour(lows[3 * pixel], lows[3 * pixel + 1], lows[3 * pixel + 2]);
    }

    /** Returns for each band the largest value in any sample of the pixel. */
    Colour high(int pixel) {
        return new Colour(highs[3 * pixel], highs[3 * pixel + 1], highs[3 * pixel + 2]);
    }
}
