package org.moide.samples.picture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.moide.samples.output.OutputFile;

/**
 * Writes PNG files with eight bits for each colour (ISO/IEC 15948). The encoding is done here, because the JDK's writer
 * needs the desktop module and starts a thread that does not end.
 */
public final class Png {
    static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final int CHANNELS = 3;
    private static final int MOST_COLOURS = 256;

    private Png() {}

    /**
     * Writes a picture. The file appears when it is complete, and replaces an earlier one.
     *
     * @param rgb the red, green and blue values of each pixel, row by row from the upper left corner
     */
    public static void write(Path file, int width, int height, byte[] rgb) throws IOException {
        byte[] encoded = encode(width, height, rgb);
        OutputFile.write(file, into -> Files.write(into, encoded));
    }

    /** Returns the bytes of a PNG file with this picture. */
    public static byte[] encode(int width, int height, byte[] rgb) {
        if (width < 1 || height < 1 || rgb.length != CHANNELS * width * height) {
            throw new IllegalArgumentException("expected " + CHANNELS + " bytes for each of " + width + " × " + height
                    + " pixels, found " + rgb.length);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(SIGNATURE);
        // Depth 8, colour type 2 (red, green, blue), the only compression and filter method, not interlaced.
        byte[] header = ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put(new byte[] {8, 2, 0, 0, 0})
                .array();
        chunk(out, "IHDR", header);
        // The samples' colours are sRGB (rendering intent 0, perceptual).
        chunk(out, "sRGB", new byte[] {0});
        chunk(out, "IDAT", compress(CHANNELS, width, height, rgb));
        chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    /**
     * Encodes like {@link #encode}. But if the picture has at most 256 colours, each pixel is an index into a palette
     * and not three bytes.
     */
    public static byte[] encodeSmall(int width, int height, byte[] rgb) {
        TreeMap<Integer, Byte> palette = new TreeMap<>();
        for (int at = 0; at + CHANNELS <= rgb.length && palette.size() <= MOST_COLOURS; at += CHANNELS) {
            palette.put(colour(rgb, at), (byte) 0);
        }
        if (palette.size() > MOST_COLOURS || rgb.length != CHANNELS * width * height) {
            return encode(width, height, rgb);
        }
        ByteBuffer colours = ByteBuffer.allocate(CHANNELS * palette.size());
        byte number = 0;
        for (Map.Entry<Integer, Byte> entry : palette.entrySet()) {
            int colour = entry.getKey();
            colours.put((byte) (colour >> 16)).put((byte) (colour >> 8)).put((byte) colour);
            entry.setValue(number++);
        }
        byte[] pixels = new byte[width * height];
        for (int pixel = 0; pixel < pixels.length; pixel++) {
            pixels[pixel] = palette.getOrDefault(colour(rgb, CHANNELS * pixel), (byte) 0); // always present
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(SIGNATURE);
        // Depth 8, colour type 3 (a palette); else as above.
        byte[] header = ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put(new byte[] {8, 3, 0, 0, 0})
                .array();
        chunk(out, "IHDR", header);
        chunk(out, "sRGB", new byte[] {0});
        chunk(out, "PLTE", colours.array());
        chunk(out, "IDAT", compress(1, width, height, pixels));
        chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    private static int colour(byte[] rgb, int at) {
        return ((rgb[at] & 255) << 16) | ((rgb[at + 1] & 255) << 8) | (rgb[at + 2] & 255);
    }

    static void chunk(ByteArrayOutputStream out, String type, byte[] data) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 checksum = new CRC32();
        checksum.update(name);
        checksum.update(data);
        out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        out.writeBytes(name);
        out.writeBytes(data);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) checksum.getValue()).array());
    }

    /**
     * Filters rows of pixels and compresses them, as PNG requires.
     *
     * @param channels the number of bytes for each pixel
     */
    static byte[] compress(int channels, int width, int height, byte[] pixels) {
        return deflate(filter(channels, width, height, pixels));
    }

    private static byte[] deflate(byte[] data) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try {
            deflater.setInput(data);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] buffer = new byte[1 << 16];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /**
     * Filters each row: replaces each byte by its difference from a prediction, which is made from neighbouring pixels.
     * For each row it chooses the filter with the smallest sum of differences.
     */
    private static byte[] filter(int channels, int width, int height, byte[] pixels) {
        int row = channels * width;
        byte[] filtered = new byte[(row + 1) * height];
        byte[] attempt = new byte[row];
        for (int y = 0; y < height; y++) {
            int at = (row + 1) * y;
            long smallest = Long.MAX_VALUE;
            for (int filter = 0; filter <= 4; filter++) {
                long sum = 0;
                for (int i = 0; i < row; i++) {
                    attempt[i] = (byte) (pixels[row * y + i] - foretold(filter, pixels, channels, row, y, i));
                    sum += Math.abs(attempt[i]);
                }
                if (sum < smallest) {
                    smallest = sum;
                    filtered[at] = (byte) filter;
                    System.arraycopy(attempt, 0, filtered, at + 1, row);
                }
            }
        }
        return filtered;
    }

    private static int foretold(int filter, byte[] pixels, int channels, int row, int y, int i) {
        int left = i < channels ? 0 : pixels[row * y + i - channels] & 255;
        int above = y == 0 ? 0 : pixels[row * (y - 1) + i] & 255;
        int corner = y == 0 || i < channels ? 0 : pixels[row * (y - 1) + i - channels] & 255;
        return switch (filter) {
            case 1 -> left;
            case 2 -> above;
            case 3 -> (left + above) / 2;
            case 4 -> paeth(left, above, corner);
            default -> 0;
        };
    }

    private static int paeth(int left, int above, int corner) {
        int guess = left + above - corner;
        int fromLeft = Math.abs(guess - left);
        int fromAbove = Math.abs(guess - above);
        int fromCorner = Math.abs(guess - corner);
        if (fromLeft <= fromAbove && fromLeft <= fromCorner) {
            return left;
        }
        return fromAbove <= fromCorner ? above : corner;
    }
}
