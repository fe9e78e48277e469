package org.moide.samples.programs.nbody;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import javax.imageio.ImageIO;

/**
 * Pictures of the bodies, seen from one fixed direction: each is a small point of light with a halo, and where many are
 * the light goes from blue over red to white. Scale and brightness are set by the first picture, so that all of a run
 * can be put together as a film. Used by one thread.
 */
final class Frames implements Serializable {
    private static final long serialVersionUID = 1L;

    static final int WIDTH = 960;
    static final int HEIGHT = 720;
    /** The camera looks down by this angle and is turned by that one, in radians. */
    private static final double TILT = 0.45;

    private static final double TURN = 0.6;
    /** This part of the bodies is within half the picture's height at first. */
    private static final double FRAMED_PART = 0.9;

    private final String folder;
    private final double[] centre = new double[3];
    private final double pixelsPerUnit;
    private final double perBody;
    private double brightest;
    private int written;

    /** @param first the bodies that set scale and brightness */
    Frames(Path folder, Bodies first) throws IOException {
        this.folder = folder.toString();
        Files.createDirectories(folder);
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

    /** Writes the next picture. */
    void write(Bodies bodies) throws IOException {
        double[] light = new double[WIDTH * HEIGHT];
        for (int i = 0; i < bodies.count(); i++) {
            addPoint(light, bodies.x[i] - centre[0], bodies.y[i] - centre[1], bodies.z[i] - centre[2]);
        }
        double[] near = blurred(light, 2);
        double[] wide = blurred(near, 9);
        for (int i = 0; i < light.length; i++) {
            light[i] = 0.35 * light[i] + 0.9 * near[i] + 0.8 * wide[i];
        }
        if (written == 0) {
            brightest = brightest(light);
        }
        BufferedImage picture = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        double scale = 400.0 / brightest;
        for (int i = 0; i < light.length; i++) {
            double tone = Math.log1p(scale * light[i]) / Math.log1p(400.0);
            picture.setRGB(i % WIDTH, i / WIDTH, colour(tone));
        }
        Path file = Path.of(folder).resolve(String.format(Locale.ROOT, "frame-%05d.png", written));
        if (!ImageIO.write(picture, "png", file.toFile())) {
            throw new IOException(file + ": this JDK has no writer of PNG pictures");
        }
        written++;
    }

    /** The light that only a two-thousandth of the picture exceeds: one close pair must not darken all the rest. */
    private static double brightest(double[] light) {
        double[] sorted = light.clone();
        Arrays.sort(sorted);
        return Math.max(sorted[(int) (0.9995 * (sorted.length - 1))], 1e-300);
    }

    /** Spreads a body's light over the four pixels around its place. */
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

    /** Three box filters along rows and columns, which is nearly a Gaussian one. */
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

    /** From night blue over violet, red and gold to white. */
    private static int colour(double tone) {
        double t = Math.max(0.0, Math.min(1.0, tone));
        double red = ramp(t, 0.012, 0.16, 0.72, 1.0, 1.0);
        double green = ramp(t, 0.016, 0.06, 0.22, 0.72, 1.0);
        double blue = ramp(t, 0.045, 0.42, 0.46, 0.30, 0.94);
        return channel(red) << 16 | channel(green) << 8 | channel(blue);
    }

    /** Straight lines through five values at 0, ¼, ½, ¾ and 1. */
    private static double ramp(double t, double... values) {
        int left = Math.min(values.length - 2, (int) (t * (values.length - 1)));
        double part = t * (values.length - 1) - left;
        return values[left] + part * (values[left + 1] - values[left]);
    }

    private static int channel(double value) {
        return (int) Math.round(255.0 * Math.max(0.0, Math.min(1.0, value)));
    }
}
