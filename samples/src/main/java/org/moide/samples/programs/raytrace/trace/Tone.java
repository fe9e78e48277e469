package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Settings;

/**
 * Converts light to the levels of a screen: it multiplies by the exposure, limits bright light softly as film does or
 * by cutting it off, and applies the sRGB curve.
 */
public final class Tone {
    private static final int LEVELS = 256;
    /**
     * For each level, the least light that is shown at this level. With this table, no power has to be computed for a
     * pixel.
     */
    private final double[] begins = new double[LEVELS];
    /** The light that a screen shows at each level. */
    private final double[] shows = new double[LEVELS];

    /**
     * The number of parts into which the range from 0 to 1 is divided. The parts are so short that only a level or two
     * begin in each.
     */
    private static final int PARTS = 4096;

    /** The level at the beginning of each part. */
    private final short[] levels = new short[PARTS + 1];

    private final double exposure;
    private final boolean film;

    public Tone(Settings settings) {
        exposure = settings.exposure();
        film = settings.film();
        for (int level = 1; level < LEVELS; level++) {
            double screen = (level - 0.5) / (LEVELS - 1);
            begins[level] = light(screen);
            shows[level] = light(level / (LEVELS - 1.0));
        }
        for (int part = 0; part <= PARTS; part++) {
            levels[part] = (short) lastUpTo(part / (double) PARTS, begins);
        }
    }

    private static double light(double screen) {
        return Colour.ofScreen(screen, screen, screen).red();
    }

    /**
     * Returns the light that a screen should show, from 0 to 1 in each band. Twice the number is still twice the light.
     */
    public Colour shown(Colour light) {
        return new Colour(cut(light.red()), cut(light.green()), cut(light.blue()));
    }

    private double cut(double light) {
        return Math.max(0.0, Math.min(1.0, exposed(light)));
    }

    /**
     * Writes the three bytes of a pixel for light that {@link #shown} has returned. Light between two levels is shown
     * at the upper level if it is further than the fraction {@code threshold} of the way from the lower one. So pixels
     * with different thresholds from 0 to 1 show light between two levels as a pattern of both.
     */
    public void write(Colour shown, double threshold, byte[] into, int at) {
        into[at] = level(shown.red(), threshold);
        into[at + 1] = level(shown.green(), threshold);
        into[at + 2] = level(shown.blue(), threshold);
    }

    private byte level(double shown, double threshold) {
        int low = lastUpTo(shown, shows);
        boolean isUpper = low < LEVELS - 1 && shown - shows[low] > threshold * (shows[low + 1] - shows[low]);
        return (byte) (isUpper ? low + 1 : low);
    }

    /** Writes the three bytes of a pixel. */
    public void write(Colour light, byte[] into, int at) {
        into[at] = level(light.red());
        into[at + 1] = level(light.green());
        into[at + 2] = level(light.blue());
    }

    private byte level(double light) {
        double exposed = exposed(light);
        int level = levels[(int) Math.max(0, Math.min(PARTS, exposed * PARTS))];
        while (level < LEVELS - 1 && exposed >= begins[level + 1]) {
            level++;
        }
        return (byte) level;
    }

    private double exposed(double light) {
        return film ? film(light * exposure) : light * exposure;
    }

    private static int lastUpTo(double light, double[] table) {
        int low = 0;
        int high = LEVELS;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (light >= table[middle]) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    // Narkowicz's fit of the ACES curve.
    private static double film(double light) {
        double x = 0.6 * light;
        return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    }
}
