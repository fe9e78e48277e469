package org.moide.samples.programs.raytrace.trace;

import org.moide.samples.programs.raytrace.scene.Colour;
import org.moide.samples.programs.raytrace.scene.Settings;

/** Turns light into what a screen shows: exposure, then film's soft shoulder or a clean cut, then the sRGB curve. */
public final class Tone {
    private static final int LEVELS = 256;
    /** Table instead of a power per pixel: the light at which each level begins. */
    private final double[] begins = new double[LEVELS];

    private final double exposure;
    private final boolean film;

    public Tone(Settings settings) {
        exposure = settings.exposure();
        film = settings.film();
        for (int level = 1; level < LEVELS; level++) {
            double screen = (level - 0.5) / (LEVELS - 1);
            begins[level] = Colour.ofScreen(screen, screen, screen).red();
        }
    }

    /** Writes three bytes. */
    public void write(Colour light, byte[] into, int at) {
        into[at] = level(light.red());
        into[at + 1] = level(light.green());
        into[at + 2] = level(light.blue());
    }

    private byte level(double light) {
        double shown = film ? film(light * exposure) : light * exposure;
        int low = 0;
        int high = LEVELS;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (shown >= begins[middle]) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (byte) low;
    }

    // Narkowicz's fit of the ACES curve.
    private static double film(double light) {
        double x = 0.6 * light;
        return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    }
}
