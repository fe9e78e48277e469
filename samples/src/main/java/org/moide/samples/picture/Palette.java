package org.moide.samples.picture;

/**
 * Colours for numbers from 0 to 1. They change so smoothly that no lines are visible: where a screen cannot show the
 * colour between two others, pixels of both are mixed in a pattern.
 */
public final class Palette {
    /** A palette from dark blue over violet, red and gold to white, for amounts. */
    public static final Palette LIGHT = new Palette(
            new double[] {0.010, 0.090, 0.310, 0.600, 0.860, 0.980, 1.000},
            new double[] {0.012, 0.050, 0.070, 0.150, 0.360, 0.700, 0.970},
            new double[] {0.035, 0.230, 0.430, 0.430, 0.280, 0.280, 0.880});
    /**
     * A palette for values below and above 0: from pale blue over blue to black in the middle, and on over red to gold.
     */
    public static final Palette COLD_AND_HOT = new Palette(
            new double[] {0.740, 0.180, 0.050, 0.015, 0.420, 0.930, 1.000},
            new double[] {0.950, 0.580, 0.210, 0.018, 0.090, 0.470, 0.920},
            new double[] {1.000, 0.880, 0.470, 0.045, 0.070, 0.110, 0.680});

    private static final int CHANNELS = 3;

    private final double[][] channels;

    private Palette(double[]... channels) {
        this.channels = channels;
    }

    /**
     * Writes the red, green and blue values of a pixel.
     *
     * @param tone the number from 0 to 1; a number below 0 counts as 0, one above 1 as 1
     * @param x the pixel's column, for the pattern in which colours are mixed
     * @param y the pixel's row
     */
    public void write(double tone, int x, int y, byte[] into, int at) {
        double place = Math.max(0.0, Math.min(1.0, tone)) * (channels[0].length - 1);
        int left = Math.min(channels[0].length - 2, (int) place);
        double threshold = Pattern.at(x, y);
        for (int channel = 0; channel < CHANNELS; channel++) {
            double level = 255.0 * through(channels[channel], left, place - left);
            into[at + channel] = (byte) Math.max(0, Math.min(255, (int) (level + threshold)));
        }
    }

    /**
     * Interpolates between two of the values, on a Catmull-Rom curve through the four values around that place. Such a
     * curve has no bends that would be visible as lines.
     */
    private static double through(double[] values, int left, double part) {
        double before = values[Math.max(0, left - 1)];
        double one = values[left];
        double other = values[left + 1];
        double after = values[Math.min(values.length - 1, left + 2)];
        return one
                + 0.5
                        * part
                        * (other
                                - before
                                + part
                                        * (2.0 * before
                                                - 5.0 * one
                                                + 4.0 * other
                                                - after
                                                + part * (3.0 * (one - other) + after - before)));
    }
}
