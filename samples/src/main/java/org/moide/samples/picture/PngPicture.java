package org.moide.samples.picture;

import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.FileImageInputStream;

/**
 * A PNG file (ISO/IEC 15948) that is read. Its size is known when it is opened; the JDK decodes the pixels when they
 * are requested. The picture may be in grey, in colour or with a palette, of any depth, interlaced or not; transparency
 * is ignored. Used by one thread.
 */
public final class PngPicture {
    private static final long SIGNATURE = 0x89504E470D0A1A0AL;

    /** The bytes before a chunk's data: its length and its name. */
    private static final int CHUNK_START_BYTES = 8;

    private static final int CHECKSUM_BYTES = 4;
    private static final int HEADER_BYTES = 13;

    /**
     * The most pixels that are decoded at the same time, since each then takes up to eight bytes. A larger picture is
     * decoded in strips.
     */
    private static final int STRIP_PIXELS = 1 << 24;

    /** The most pixels of a side, because whole rows are decoded. */
    private static final int MOST_SIDE = 1 << 16;

    /** The highest ratio by which Deflate can compress: 258 bytes in two bits. */
    private static final long MOST_COMPRESSION = 1032;

    /** The weight of red in the brightness, in thousandths; green and blue have the rest (ITU-R BT.601). */
    private static final int RED = 299;

    private static final int GREEN = 587;
    private static final int BLUE = 114;
    private static final long WHOLE = RED + GREEN + BLUE;

    private final Path file;
    private final int width;
    private final int height;

    private PngPicture(Path file, int width, int height) {
        this.file = file;
        this.width = width;
        this.height = height;
    }

    /**
     * Reads the header, and checks that the file is complete.
     *
     * @param mostPixels the most pixels that the picture may have
     * @throws IOException if the file cannot be read, is not a PNG file, is too large or is truncated; the message
     *     names the file and the byte
     */
    public static PngPicture open(Path file, int mostPixels) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer start = bytes(channel, 0, Long.BYTES);
            if (start.remaining() < Long.BYTES || start.getLong() != SIGNATURE) {
                throw new IOException(file + ": expected a PNG picture, found "
                        + (channel.size() == 0 ? "an empty file" : "a file that does not begin like one"));
            }
            Chunk header = Chunk.at(Long.BYTES, file, channel);
            if (!header.name.equals("IHDR") || header.length != HEADER_BYTES) {
                throw new IOException(file + ": expected a PNG's header IHDR of " + HEADER_BYTES + " bytes, found "
                        + header.name + " of " + header.length);
            }
            ByteBuffer size = bytes(channel, header.at + CHUNK_START_BYTES, HEADER_BYTES);
            int width = size.getInt();
            int height = size.getInt();
            if (!isSide(width) || !isSide(height) || (long) width * height > mostPixels) {
                throw new IOException(file + ": expected sides of 1 to " + MOST_SIDE + " and at most " + mostPixels
                        + " pixels, found " + Integer.toUnsignedLong(width) + " × " + Integer.toUnsignedLong(height));
            }
            int depth = size.get();
            long needed = height * ((long) width * depth * samples(size.get()) / Byte.SIZE);
            long data = 0;
            for (Chunk chunk = header; !chunk.name.equals("IEND"); chunk = Chunk.at(chunk.end(), file, channel)) {
                data += chunk.name.equals("IDAT") ? chunk.length : 0;
                if (chunk.name.equals("acTL")) {
                    throw new IOException(file
                            + ": expected one picture, found an animated PNG; let each of its pictures" + " be a file");
                }
            }
            if (needed > MOST_COMPRESSION * data) {
                throw new IOException(file + ": expected compressed data for " + needed
                        + " bytes of pixels, found only " + data + " bytes of it");
            }
            return new PngPicture(file, width, height);
        }
    }

    private static boolean isSide(int length) {
        return length >= 1 && length <= MOST_SIDE;
    }

    /** Returns the number of values that each pixel has with this colour type of PNG. */
    private static int samples(int colourType) {
        return switch (colourType) {
            case 2 -> 3; // red, green, blue
            case 4 -> 2; // grey and transparency
            case 6 -> 4;
            default -> 1; // grey, or an index into the palette
        };
    }

    /** A chunk of the file. It has been checked that all of it is inside the file. */
    private record Chunk(long at, int length, String name) {
        static Chunk at(long at, Path file, FileChannel channel) throws IOException {
            ByteBuffer start = bytes(channel, at, CHUNK_START_BYTES);
            if (start.remaining() < CHUNK_START_BYTES) {
                throw new IOException(file + ": expected a chunk at byte " + at
                        + " and at last IEND, found the file's end at byte " + channel.size() + "; it is cut off");
            }
            int length = start.getInt();
            String name = StandardCharsets.ISO_8859_1.decode(start).toString();
            if (length < 0 || !name.matches("[A-Za-z]{4}")) {
                throw new IOException(file + ": expected a chunk's length and name at byte " + at
                        + ", found other bytes; it is damaged");
            }
            Chunk chunk = new Chunk(at, length, name);
            if (chunk.end() > channel.size()) {
                throw new IOException(file + ": expected the chunk " + name + " up to byte " + chunk.end()
                        + ", found the file's end at byte " + channel.size() + "; it is cut off");
            }
            return chunk;
        }

        long end() {
            return at + CHUNK_START_BYTES + length + CHECKSUM_BYTES;
        }
    }

    /** Reads {@code most} bytes, or fewer if the file ends before. */
    private static ByteBuffer bytes(FileChannel channel, long from, int most) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(most);
        while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
            // a read may return a part only
        }
        return bytes.flip();
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    /**
     * Returns the brightness of each pixel: 0.299 of its red, 0.587 of its green and 0.114 of its blue, as these are in
     * the file. The brightness of grey pixels is their value. Values of other depths than eight bits are scaled.
     *
     * @return the brightness from 0 to 255, row by row from the upper left corner
     * @throws IOException if the file cannot be decoded
     */
    public byte[] luma() throws IOException {
        withoutDisplay();
        byte[] luma = new byte[width * height];
        ImageReader reader = ImageIO.getImageReadersByFormatName("png").next();
        try (FileImageInputStream in = new FileImageInputStream(file.toFile())) {
            reader.setInput(in, false, true);
            if (reader.getWidth(0) != width || reader.getHeight(0) != height) {
                throw new IOException("expected " + width + " × " + height + " pixels as before, found "
                        + reader.getWidth(0) + " × " + reader.getHeight(0));
            }
            int rows = Math.max(1, STRIP_PIXELS / width);
            for (int top = 0; top < height; top += rows) {
                ImageReadParam strip = reader.getDefaultReadParam();
                strip.setSourceRegion(new Rectangle(0, top, width, Math.min(rows, height - top)));
                addLuma(reader.read(0, strip), luma, top * width);
            }
            return luma;
        } catch (IOException | RuntimeException damaged) {
            // The JDK's reader throws various exceptions if chunks contradict each other.
            throw new IOException(
                    file + ": expected a picture that can be decoded, found: " + reason(damaged), damaged);
        } finally {
            reader.dispose();
        }
    }

    /**
     * Tells the JDK that there is no display. Otherwise its classes for pictures would load a library for the display,
     * if there is one.
     */
    private static void withoutDisplay() {
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
    }

    private static String reason(Throwable damaged) {
        Throwable first = damaged;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return first.getMessage() == null ? "its data ends too early, or contradicts itself" : first.getMessage();
    }

    /**
     * Adds the brightness of a strip's pixels, from the raw values of the file. The colours that the JDK computes would
     * be adapted to a screen.
     */
    private static void addLuma(BufferedImage strip, byte[] luma, int from) {
        int width = strip.getWidth();
        int bands = strip.getRaster().getNumBands();
        int most = (1 << strip.getSampleModel().getSampleSize(0)) - 1;
        int[] row = new int[width * bands];
        for (int y = 0; y < strip.getHeight(); y++) {
            strip.getRaster().getPixels(0, y, width, 1, row);
            for (int x = 0; x < width; x++) {
                int at = x * bands;
                int to = from + y * width + x;
                if (strip.getColorModel() instanceof IndexColorModel palette) {
                    int colour = row[at];
                    luma[to] = luma(palette.getRed(colour), palette.getGreen(colour), palette.getBlue(colour), 255);
                } else if (bands < 3) { // grey, or grey and transparency
                    luma[to] = luma(row[at], row[at], row[at], most);
                } else {
                    luma[to] = luma(row[at], row[at + 1], row[at + 2], most);
                }
            }
        }
    }

    private static byte luma(int red, int green, int blue, int most) {
        long weighted = RED * (long) red + GREEN * (long) green + BLUE * (long) blue;
        return (byte) ((weighted * 255 + WHOLE * most / 2) / (WHOLE * most));
    }
}
