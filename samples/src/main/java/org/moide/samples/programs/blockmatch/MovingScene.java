package org.moide.samples.programs.blockmatch;

/**
 * A film that is computed: a camera pans over a landscape, and discs fly in front of it. The textures are smoothed
 * hashes of places, so for each block there are similar ones nearby. The same seed gives the same film.
 *
 * @param frames the number of frames
 */
record MovingScene(int width, int height, int frames, long seed) implements Film {
    private static final int DISCS = 12;
    /** The sizes of hills, bushes and leaves, in pixels. */
    private static final int[] CELLS = {96, 24, 6};

    private static final double[] SHARES = {0.55, 0.25, 0.2};

    @Override
    public Frame frame(int index) {
        byte[] luma = new byte[width * height];
        double panX = 3.3 * index;
        double panY = 1.4 * index;
        int[][] discs = new int[DISCS][];
        for (int disc = 0; disc < DISCS; disc++) {
            discs[disc] = disc(disc, index);
        }
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                luma[y * width + x] = (byte) pixel(x, y, panX, panY, discs);
            }
        }
        return new Frame(width, height, luma);
    }

    private int pixel(int x, int y, double panX, double panY, int[][] discs) {
        for (int disc = 0; disc < discs.length; disc++) {
            int dx = x - discs[disc][0];
            int dy = y - discs[disc][1];
            int radius = discs[disc][2];
            if (dx * dx + dy * dy <= radius * radius) {
                return texture(dx + 1_000.0, dy + 1_000.0, seed + 31L * (disc + 1));
            }
        }
        return texture(x + panX, y + panY, seed);
    }

    /**
     * Returns the position of a disc in a frame: x, y, and the radius. A disc that leaves the picture comes back on the
     * other side.
     *
     * @param index the frame's number
     */
    private int[] disc(int disc, int index) {
        long mixed = mix(seed * 1_000_003 + disc);
        int radius = 12 + (int) Math.floorMod(mixed, 40L);
        double speedX = Math.floorMod(mixed >>> 8, 21L) - 10;
        double speedY = Math.floorMod(mixed >>> 16, 13L) - 6;
        long startX = Math.floorMod(mixed >>> 24, (long) width);
        long startY = Math.floorMod(mixed >>> 40, (long) height);
        return new int[] {
            (int) Math.floorMod(Math.round(startX + speedX * index), (long) width),
            (int) Math.floorMod(Math.round(startY + speedY * index), (long) height),
            radius
        };
    }

    private static int texture(double x, double y, long layer) {
        double sum = 0;
        for (int size = 0; size < CELLS.length; size++) {
            sum += SHARES[size] * smooth(x, y, CELLS[size], layer + 7L * size);
        }
        return (int) Math.round(sum);
    }

    /** Interpolates smoothly between the hashes at the four corners of a cell. */
    private static double smooth(double x, double y, int cell, long layer) {
        int cellX = (int) Math.floor(x / cell);
        int cellY = (int) Math.floor(y / cell);
        double inX = x / cell - cellX;
        double inY = y / cell - cellY;
        double upper = (1 - inX) * corner(cellX, cellY, layer) + inX * corner(cellX + 1, cellY, layer);
        double lower = (1 - inX) * corner(cellX, cellY + 1, layer) + inX * corner(cellX + 1, cellY + 1, layer);
        return (1 - inY) * upper + inY * lower;
    }

    private static int corner(int cellX, int cellY, long layer) {
        return (int) (mix(layer * 0x5DEECE66DL + cellX * 73_856_093L + cellY * 19_349_663L) & 0xFF);
    }

    /** Mixes the bits of a number (the finalizer of SplitMix64). */
    private static long mix(long number) {
        long mixed = number + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
