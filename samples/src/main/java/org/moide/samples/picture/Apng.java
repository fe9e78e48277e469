package org.moide.samples.picture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.moide.samples.output.OutputFile;

/**
 * A film as an animated PNG of 256 colours (PNG, third edition), which plays repeatedly. Browsers show the film;
 * programs that do not support animation show its first picture. Pictures are kept compressed until the file is
 * written. Used by one thread.
 */
public final class Apng implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int MOST_SIDE = 1 << 14;
    private static final int PALETTE_BYTES = 768;
    private static final short MILLISECONDS = 1000;

    private final int width;
    private final int height;
    private final byte[] palette;
    private final short pictureMillis;
    private final ArrayList<byte[]> pictures = new ArrayList<>();

    /**
     * Creates a film without pictures.
     *
     * @param palette the red, green and blue values of each of 256 colours
     * @param pictureMillis the time for which each picture is shown
     */
    public Apng(int width, int height, byte[] palette, int pictureMillis) {
        if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE || palette.length != PALETTE_BYTES) {
            throw new IllegalArgumentException(
                    "expected sides of 1 to " + MOST_SIDE + " and 256 colours of 3 bytes, found " + width + " × "
                            + height + " and " + palette.length + " bytes");
        }
        if (pictureMillis < 1 || pictureMillis > Short.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "expected 1 to " + Short.MAX_VALUE + " milliseconds for a picture, found " + pictureMillis);
        }
        this.width = width;
        this.height = height;
        this.palette = palette.clone();
        this.pictureMillis = (short) pictureMillis;
    }

    /** Adds the next picture: the colour of each pixel, row by row from the upper left corner. */
    public void add(byte[] colours) {
        if (colours.length != width * height) {
            throw new IllegalArgumentException(
                    "expected a colour for each of " + width + " × " + height + " pixels, found " + colours.length);
        }
        pictures.add(Png.compress(1, width, height, colours));
    }

    /** Returns the number of pictures. */
    public int count() {
        return pictures.size();
    }

    /**
     * Writes the film, which must have at least one picture. The file appears when it is complete, and replaces an
     * earlier one.
     */
    public void write(Path file) throws IOException {
        byte[] encoded = encode();
        OutputFile.write(file, into -> Files.write(into, encoded));
    }

    /** Returns the bytes of the film's file. */
    public byte[] encode() {
        if (pictures.isEmpty()) {
            throw new IllegalStateException("expected a picture at least, found none");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(Png.SIGNATURE);
        // Depth 8, colour type 3 (a palette), the only compression and filter method, not interlaced.
        Png.chunk(
                out,
                "IHDR",
                ByteBuffer.allocate(13)
                        .putInt(width)
                        .putInt(height)
                        .put(new byte[] {8, 3, 0, 0, 0})
                        .array());
        Png.chunk(out, "sRGB", new byte[] {0});
        Png.chunk(out, "PLTE", palette);
        int forEver = 0;
        Png.chunk(
                out,
                "acTL",
                ByteBuffer.allocate(8).putInt(pictures.size()).putInt(forEver).array());
        int sequence = 0;
        for (byte[] picture : pictures) {
            Png.chunk(out, "fcTL", control(sequence++));
            if (sequence == 1) {
                Png.chunk(out, "IDAT", picture);
            } else {
                Png.chunk(
                        out,
                        "fdAT",
                        ByteBuffer.allocate(4 + picture.length)
                                .putInt(sequence++)
                                .put(picture)
                                .array());
            }
        }
        Png.chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    /**
     * Returns the control chunk of a picture (APNG's fcTL). It says that the picture replaces the whole picture before
     * it.
     */
    private byte[] control(int sequence) {
        return ByteBuffer.allocate(26)
                .putInt(sequence)
                .putInt(width)
                .putInt(height)
                .putInt(0)
                .putInt(0)
                .putShort(pictureMillis)
                .putShort(MILLISECONDS)
                .put(new byte[] {0, 0})
                .array();
    }
}
