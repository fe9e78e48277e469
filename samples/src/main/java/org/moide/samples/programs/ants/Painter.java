package org.moide.samples.programs.ants;

import org.moide.samples.picture.Palette;

/**
 * Paints a region with one of 256 colours for each cell. Scent glows, ants with a load are gold, other ants are pale
 * blue. Any thread may use it.
 */
final class Painter {
    static final int COLOURS = 256;

    private static final int CHANNELS = 3;

    /**
     * The number of colours for scent, from none to the strongest. They have the lowest numbers; the numbers above them
     * stand for the other colours.
     */
    private static final int TONES = 240;

    private static final int NEST = TONES;
    private static final int FOOD = TONES + 1;
    private static final int SEARCHING = TONES + 2;
    private static final int LOADED = TONES + 3;

    /**
     * The place in the palette, from 0 to 1, of the colour for the strongest scent. It is below 1, so that scent is
     * never white.
     */
    private static final double BRIGHTEST = 0.8;

    private Painter() {}

    /** Returns the red, green and blue values of each colour. */
    static byte[] palette() {
        byte[] rgb = new byte[CHANNELS * COLOURS];
        for (int tone = 0; tone < TONES; tone++) {
            Palette.LIGHT.write(BRIGHTEST * tone / (TONES - 1), 0, 0, rgb, CHANNELS * tone);
        }
        put(rgb, NEST, 0x2E6FD8);
        put(rgb, FOOD, 0x3FBF5A);
        put(rgb, SEARCHING, 0x9FC4E8);
        put(rgb, LOADED, 0xFFF3C4);
        return rgb;
    }

    private static void put(byte[] rgb, int colour, int hex) {
        rgb[CHANNELS * colour] = (byte) (hex >> 16);
        rgb[CHANNELS * colour + 1] = (byte) (hex >> 8);
        rgb[CHANNELS * colour + 2] = (byte) hex;
    }

    /** Returns the colours of a region's cells, row by row. */
    static byte[] paint(Region region, Rules rules) {
        byte[] colours = new byte[region.width() * region.height()];
        Rules.Food food = rules.food(region.step());
        for (int i = 0; i < colours.length; i++) {
            int x = region.x0() + i % region.width();
            int y = region.y0() + i / region.width();
            colours[i] = (byte) (rules.isNest(x, y) ? NEST : food.isAt(x, y) ? FOOD : tone(region.scent(x, y)));
        }
        Colony ants = region.ants();
        for (int ant = 0; ant < ants.count(); ant++) {
            int at = (ants.y(ant) - region.y0()) * region.width() + ants.x(ant) - region.x0();
            if (ants.load(ant) > 0) {
                colours[at] = (byte) LOADED;
            } else if ((colours[at] & 255) != LOADED) {
                colours[at] = (byte) SEARCHING;
            }
        }
        return colours;
    }

    /**
     * Returns the colour for an amount of scent, on a logarithmic scale, because amounts range over many powers of 2.
     */
    private static int tone(int scent) {
        double tone = StrictMath.log1p(scent / 500.0) / StrictMath.log1p(Rules.FULL / 500.0);
        return (int) (tone * (TONES - 1));
    }

    /** Copies a region's colours into those of the whole grid. */
    static void put(Options options, int region, byte[] colours, byte[] into) {
        int column = region % options.columns();
        int row = region / options.columns();
        int x0 = options.firstX(column);
        int y0 = options.firstY(row);
        int width = options.firstX(column + 1) - x0;
        for (int from = 0; from < colours.length; from += width) {
            System.arraycopy(colours, from, into, (y0 + from / width) * options.width() + x0, width);
        }
    }

    /** Returns the red, green and blue values of each pixel. */
    static byte[] rgb(byte[] colours) {
        byte[] palette = palette();
        byte[] rgb = new byte[CHANNELS * colours.length];
        for (int i = 0; i < colours.length; i++) {
            int from = CHANNELS * (colours[i] & 255);
            System.arraycopy(palette, from, rgb, CHANNELS * i, CHANNELS);
        }
        return rgb;
    }
}
