package org.moide.bench.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Makes a film for {@code blockmatch}, always the same: a camera swings over a landscape. A little noise ensures that
 * no block occurs twice.
 *
 * <p>Arguments: the file to write (Y4M, brightness only), the frames' width and height, the number of frames.
 */
public final class FilmMaker {
    /** The camera's swing in each direction, in pixels. */
    private static final int SWING = 200;

    /** The sizes of hills, bushes and leaves, in pixels. */
    private static final int[] CELLS = {96, 24, 6};

    private static final double[] SHARES = {0.55, 0.25, 0.2};
    private static final int NOISE = 3;

    private FilmMaker() {}

    public static void main(String[] words) throws IOException {
        if (words.length != 4) {
            throw new IllegalArgumentException(
                    "expected a file, width, height and how many frames, found " + words.length + " words");
        }
        int width = Integer.parseInt(words[1]);
        int height = Integer.parseInt(words[2]);
        int frames = Integer.parseInt(words[3]);
        byte[][] land = land(width + SWING, height + SWING);
        try (OutputStream film = new BufferedOutputStream(Files.newOutputStream(Path.of(words[0])), 1 << 20)) {
            film.write(ascii("YUV4MPEG2 W" + width + " H" + height + " F25:1 Cmono\n"));
            for (int frame = 0; frame < frames; frame++) {
                film.write(ascii("FRAME\n"));
                film.write(frame(land, width, height, frame));
            }
        }
    }

    private static byte[] ascii(String line) {
        return line.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] frame(byte[][] land, int width, int height, int frame) {
        int right = swung(3L * frame + frame / 3);
        int down = swung(frame + 2L * frame / 5);
        byte[] pixels = new byte[width * height];
        long noise = mix(frame);
        for (int y = 0; y < height; y++) {
            byte[] row = land[y + down];
            for (int x = 0; x < width; x++) {
                noise = noise * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
                int bright = (row[x + right] & 0xFF) + (int) ((noise >>> 33) % (2 * NOISE + 1)) - NOISE;
                pixels[y * width + x] = (byte) Math.max(0, Math.min(255, bright));
            }
        }
        return pixels;
    }

    /** Returns the camera's position, in pixels, after it has moved this far back and forth. */
    private static int swung(long way) {
        int at = (int) (way % (2 * SWING));
        return at < SWING ? at : 2 * SWING - 1 - at;
    }

    private static byte[][] land(int width, int height) {
        byte[][] land = new byte[height][width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                double bright = 0;
                for (int size = 0; size < CELLS.length; size++) {
                    bright += SHARES[size] * smooth(x, y, CELLS[size], size);
                }
                land[y][x] = (byte) Math.round(bright);
            }
        }
        return land;
    }

    /**
     * Returns the brightness at a point in one layer of the landscape: interpolates between the hashes of the four
     * corners of the cell in which the point lies.
     */
    private static double smooth(int x, int y, int cell, int layer) {
        int cellX = x / cell;
        int cellY = y / cell;
        double inX = (double) x / cell - cellX;
        double inY = (double) y / cell - cellY;
        double upper = (1 - inX) * corner(cellX, cellY, layer) + inX * corner(cellX + 1, cellY, layer);
        double lower = (1 - inX) * corner(cellX, cellY + 1, layer) + inX * corner(cellX + 1, cellY + 1, layer);
        return (1 - inY) * upper + inY * lower;
    }

    private static int corner(int cellX, int cellY, int layer) {
        return (int) (mix(layer * 1_000_003L + cellX * 73_856_093L + cellY * 19_349_663L) & 0xFF);
    }

    /** Mixes the bits of a number (the finalizer of SplitMix64). */
    private static long mix(long number) {
        long mixed = number + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
