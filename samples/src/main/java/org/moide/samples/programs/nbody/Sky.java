package org.moide.samples.programs.nbody;

import java.io.Serializable;
import java.util.Arrays;
import org.moide.samples.picture.Palette;
import org.moide.samples.picture.Pattern;

/**
 * Draws the bodies as seen from a fixed direction. Each body is a small point of light with a halo; where there are
 * many, the colour goes from blue over red and gold to white.
 */
final class Sky implements Serializable {
    private static final long serialVersionUID = 1L;

    static final int WIDTH = 960;
    static final int HEIGHT = 720;
    static final int FILM_WIDTH = WIDTH / 2;
    static final int FILM_HEIGHT = HEIGHT / 2;
    private static final int FILM_COLOURS = 256;
    /** The angle by which the camera looks down, in radians. */
    private static final double TILT = 0.45;

    private static final double TURN = 0.6;
    /**
     * The fraction of the bodies that the first picture must frame: their distance from the centre is less than half
     * the picture's height.
     */
    private static final double FRAMED_PART = 0.9;

    /**
     * The weight of a body's light at its own place. The next two constants are the weights of its light near it and
     * far around it.
     */
    private static final double POINT = 0.5;

    private static final double HALO = 1.0;
    private static final double GLOW = 1.6;
    /** The ratio of the light that is drawn white to the weakest light that is visible. */
    private static final double CONTRAST = 300.0;

    private final double[] centre = new double[3];
    private final double pixelsPerUnit;
    private final double perBody;
    private double brightest;

    /**
     * Chooses scale and brightness for the pictures.
     *
     * @param first the bodies by which scale and brightness are chosen
     */
    Sky(Bodies first) {
        double mass = 0.0;
        for (int i = 0; i < first.count(); i++) {
            mass += first.mass[i];
            centre[0] += first.mass[i] * first.x[i];
            centre[1] += first.mass[i] * first.y[i];
            centre[2] += first.mass[i] * first.z[i];
        }
        for (int axis = 0; axis < 3; axis++) {
            centre[axis] /= mass > 0.0 ? mass : 1.0;
        }
        pixelsPerUnit = 0.42 * HEIGHT / Math.max(framedRadius(first), 1e-300);
        perBody = 1.0 / first.count();
    }

    private double framedRadius(Bodies bodies) {
        double[] radii = new double[bodies.count()];
        for (int i = 0; i < radii.length; i++) {
            double x = bodies.x[i] - centre[0];
            double y = bodies.y[i] - centre[1];
            double z = bodies.z[i] - centre[2];
            radii[i] = Math.sqrt(x * x + y * y + z * z);
        }
        Arrays.sort(radii);
        return radii[(int) (FRAMED_PART * (radii.length - 1))];
    }

    /**
     * Returns the red, green and blue values of each pixel. All are colours of the film's palette; where a tone lies
     * between two of them, pixels of both are mixed in a pattern.
     */
    byte[] draw(Bodies bodies) {
        double[] tones = tones(bodies);
        byte[] palette = filmPalette();
        byte[] rgb = new byte[3 * tones.length];
        for (int i = 0; i < tones.length; i++) {
            double place = Math.max(0.0, Math.min(1.0, tones[i])) * (FILM_COLOURS - 1);
            int colour = Math.min(FILM_COLOURS - 1, (int) (place + Pattern.at(i % WIDTH, i / WIDTH)));
            System.arraycopy(palette, 3 * colour, rgb, 3 * i, 3);
        }
        return rgb;
    }

    /** Returns a picture of half the width and height for a film: the index in {@link #filmPalette} of each pixel. */
    byte[] drawForFilm(Bodies bodies) {
        double[] tones = tones(bodies);
        byte[] colours = new byte[FILM_WIDTH * FILM_HEIGHT];
        for (int i = 0; i < colours.length; i++) {
            int at = 2 * (i / FILM_WIDTH) * WIDTH + 2 * (i % FILM_WIDTH);
            double tone = 0.25 * (tones[at] + tones[at + 1] + tones[at + WIDTH] + tones[at + WIDTH + 1]);
            colours[i] = (byte) Math.round(Math.max(0.0, Math.min(1.0, tone)) * (FILM_COLOURS - 1));
        }
        return colours;
    }

    static byte[] filmPalette() {
        byte[] palette = new byte[3 * FILM_COLOURS];
        for (int colour = 0; colour < FILM_COLOURS; colour++) {
            Palette.LIGHT.write(colour / (FILM_COLOURS - 1.0), 0, 0, palette, 3 * colour);
        }
        return palette;
    }

    /** Returns the brightness of each pixel, from 0 to 1 or slightly more. */
    private double[] tones(Bodies bodies) {
        double[] light = new double[WIDTH * HEIGHT];
        for (int i = 0; i < bodies.count(); i++) {
            addPoint(light, bodies.x[i] - centre[0], bodies.y[i] - centre[1], bodies.z[i] - centre[2]);
        }
        double[] point = blurred(light, 1);
        double[] halo = blurred(point, 5);
        double[] glow = blurred(halo, 22);
        for (int i = 0; i < light.length; i++) {
            light[i] = POINT * point[i] + HALO * halo[i] + GLOW * glow[i];
        }
        if (brightest == 0.0) {
            brightest = brightest(light);
        }
        double scale = CONTRAST / brightest;
        for (int i = 0; i < light.length; i++) {
            light[i] = Math.log1p(scale * light[i]) / Math.log1p(CONTRAST);
        }
        return light;
    }

    /**
     * Returns the amount of light that only a two-thousandth of the pixels exceeds. If it were the largest amount, one
     * close pair of bodies would make everything else dark.
     */
    private static double brightest(double[] light) {
        double[] sorted = light.clone();
        Arrays.sort(sorted);
        return Math.max(sorted[(int) (0.9995 * (sorted.length - 1))], 1e-300);
    }

    /** Distributes a body's light among the four pixels around its position. */
    private void addPoint(double[] light, double x, double y, double z) {
        double turnedX = Math.cos(TURN) * x - Math.sin(TURN) * z;
        double turnedZ = Math.sin(TURN) * x + Math.cos(TURN) * z;
        double up = Math.cos(TILT) * y - Math.sin(TILT) * turnedZ;
        double column = 0.5 * WIDTH + pixelsPerUnit * turnedX - 0.5;
        double row = 0.5 * HEIGHT - pixelsPerUnit * up - 0.5;
        if (column >= 0.0 && row >= 0.0 && column < WIDTH - 1 && row < HEIGHT - 1) {
            int left = (int) column;
            int top = (int) row;
            double right = column - left;
            double below = row - top;
            int at = top * WIDTH + left;
            light[at] += perBody * (1.0 - right) * (1.0 - below);
            light[at + 1] += perBody * right * (1.0 - below);
            light[at + WIDTH] += perBody * (1.0 - right) * below;
            light[at + WIDTH + 1] += perBody * right * below;
        }
    }

    /**
     * Blurs the light by applying a box filter three times along rows and columns, which is nearly a Gaussian filter.
     */
    private static double[] blurred(double[] light, int radius) {
        double[] result = light.clone();
        for (int pass = 0; pass < 3; pass++) {
            for (int row = 0; row < HEIGHT; row++) {
                blurLine(result, row * WIDTH, 1, WIDTH, radius);
            }
            for (int column = 0; column < WIDTH; column++) {
                blurLine(result, column, WIDTH, HEIGHT, radius);
            }
        }
        return result;
    }

    private static void blurLine(double[] light, int start, int stride, int length, int radius) {
        double[] sums = new double[length + 1];
        for (int i = 0; i < length; i++) {
            sums[i + 1] = sums[i] + light[start + i * stride];
        }
        double width = 2.0 * radius + 1.0;
        for (int i = 0; i < length; i++) {
            double sum = sums[Math.min(length, i + radius + 1)] - sums[Math.max(0, i - radius)];
            light[start + i * stride] = Math.max(0.0, sum / width);
        }
    }
}
