package org.moide.samples.picture;

/**
 * Colours for a number from 0 to 1, with nothing in between that an eye would take for a line. Between two levels of a
 * screen is a pattern of both, so slow changes have no steps.
 */
public final class Palette {
    /** The palette from night blue over violet, red and gold to white: how much there is of something. */
    public static final Palette LIGHT = new Palette(
            new double[] {0.010, 0.090, 0.310, 0.600, 0.860, 0.980, 1.000},
            new double[] {0.012, 0.050, 0.070, 0.150, 0.360, 0.700, 0.970},
            new double[] {0.035, 0.230, 0.430, 0.430, 0.280, 0.280, 0.880});
    /** Icy over blue to black in the middle, and on over red and gold: what is below nothing and what is above. */
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
     * Writes red, green and blue of a pixel.
     *
     * @param tone from 0 to 1; what is beyond is as at the end
     * @param x the pixel's column, for the pattern
     * @param y its row
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

    /** Catmull and Rom's curve through four values: it has no bends that an eye would see as lines. */
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
