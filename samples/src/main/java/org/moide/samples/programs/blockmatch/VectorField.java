package org.moide.samples.programs.blockmatch;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import org.moide.samples.output.OutputFile;

/** The collected vectors of all blocks of a film. Used by one thread. */
final class VectorField {
    private static final int RED = 0xFF2020;
    private static final int YELLOW = 0xFFE000;

    private final int frames;
    private final int rows;
    private final int columns;
    private final int[] dy;
    private final int[] dx;
    private final int[] error;
    private final BitSet come = new BitSet();

    VectorField(int frames, int rows, int columns) {
        this.frames = frames;
        this.rows = rows;
        this.columns = columns;
        int blocks = Math.multiplyExact(frames - 1, Math.multiplyExact(rows, columns));
        dy = new int[blocks];
        dx = new int[blocks];
        error = new int[blocks];
    }

    int blocks() {
        return dy.length;
    }

    private int index(int frame, int row, int column) {
        return ((frame - 1) * rows + row) * columns + column;
    }

    void take(Vectors vectors) {
        for (int each = 0; each < vectors.count(); each++) {
            Block block = vectors.block(each);
            Search.Found found = vectors.found(each);
            int index = index(block.frame(), block.row(), block.column());
            if (come.get(index)) {
                throw new IllegalStateException(block + " came a second time");
            }
            come.set(index);
            dy[index] = found.dy();
            dx[index] = found.dx();
            error[index] = found.error();
        }
    }

    void requireAll() {
        if (come.cardinality() != blocks()) {
            throw new IllegalStateException("expected " + blocks() + " blocks, found " + come.cardinality());
        }
    }

    /** Returns a checksum of all vectors, which also depends on the blocks to which they belong. */
    long checksum() {
        long sum = 0;
        for (int index = 0; index < blocks(); index++) {
            sum = 31 * sum + 1_000_003L * dy[index] + 1_009L * dx[index] + error[index];
        }
        return sum;
    }

    double meanError(int pixels) {
        long sum = 0;
        for (int one : error) {
            sum += one;
        }
        return (double) sum / blocks() / pixels;
    }

    /**
     * Computes all vectors again in one thread, and compares them.
     *
     * @throws IllegalStateException at the first block that differs
     */
    void check(Film film, Search search, int side) throws IOException {
        Frame before = film.frame(0);
        for (int frame = 1; frame < frames; frame++) {
            Frame now = film.frame(frame);
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    int index = index(frame, row, column);
                    Search.Found found = new Search.Found(dy[index], dx[index], error[index]);
                    Search.Found expected = search.find(now, before, column * side, row * side);
                    if (!found.equals(expected)) {
                        throw new IllegalStateException("frame " + frame + ", row " + row + ", column " + column
                                + ": expected " + expected + " as one thread finds, found " + found);
                    }
                }
            }
            before = now;
        }
    }

    /** Writes a line for each block. The file appears when it is complete. */
    void write(Path file) throws IOException {
        OutputFile.write(file, into -> {
            try (BufferedWriter writer = Files.newBufferedWriter(into, StandardCharsets.US_ASCII)) {
                writeLines(writer);
            }
        });
    }

    private void writeLines(BufferedWriter writer) throws IOException {
        writer.write("frame,row,column,dy,dx,error\n");
        for (int frame = 1; frame < frames; frame++) {
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    int index = index(frame, row, column);
                    writer.write(frame + "," + row + "," + column + "," + dy[index] + "," + dx[index] + ","
                            + error[index] + "\n");
                }
            }
        }
    }

    /** Returns a picture of a frame in grey, with a line for each block that moved, from its centre to where it was. */
    byte[] picture(Frame frame, int number, int side) {
        byte[] rgb = new byte[3 * frame.luma().length];
        for (int pixel = 0; pixel < frame.luma().length; pixel++) {
            int grey = frame.luma()[pixel] & 0xFF;
            paint(rgb, pixel, (grey << 16) | (grey << 8) | grey);
        }
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                int index = index(number, row, column);
                line(rgb, frame, column * side + side / 2, row * side + side / 2, dx[index], dy[index]);
            }
        }
        return rgb;
    }

    private static void line(byte[] rgb, Frame frame, int x, int y, int dx, int dy) {
        int steps = Math.max(Math.abs(dx), Math.abs(dy));
        for (int step = 1; step <= steps; step++) {
            dot(rgb, frame, x + Math.round((float) dx * step / steps), y + Math.round((float) dy * step / steps), RED);
        }
        if (steps > 0) {
            dot(rgb, frame, x, y, YELLOW);
        }
    }

    private static void dot(byte[] rgb, Frame frame, int x, int y, int colour) {
        if (x >= 0 && y >= 0 && x < frame.width() && y < frame.height()) {
            paint(rgb, y * frame.width() + x, colour);
        }
    }

    private static void paint(byte[] rgb, int pixel, int colour) {
        rgb[3 * pixel] = (byte) (colour >> 16);
        rgb[3 * pixel + 1] = (byte) (colour >> 8);
        rgb[3 * pixel + 2] = (byte) colour;
    }
}
