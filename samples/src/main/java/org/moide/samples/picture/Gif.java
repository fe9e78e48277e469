package org.moide.samples.picture;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import org.moide.samples.output.OutputFile;

/**
 * Writes films as animated GIF files (GIF89a) of 256 colours, which play repeatedly. The encoding is done here and not
 * by the JDK, for the reasons given at {@link Png}. Immutable; any thread may use it.
 */
public final class Gif {
    private static final int MOST_SIDE = 65_535;
    private static final int PALETTE_BYTES = 768;
    private static final int COLOUR_BITS = 8;
    private static final int CLEAR = 1 << COLOUR_BITS;
    private static final int END = CLEAR + 1;
    private static final int CODES = 1 << 12;
    private static final int BLOCK_BYTES = 255;

    private final int width;
    private final int height;
    private final byte[] palette;
    private final int pictureHundredths;

    /**
     * Creates a writer for films of this size.
     *
     * @param palette the red, green and blue values of each of 256 colours
     * @param pictureHundredths the time for which each picture is shown, in hundredths of a second
     */
    public Gif(int width, int height, byte[] palette, int pictureHundredths) {
        if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE || palette.length != PALETTE_BYTES) {
            throw new IllegalArgumentException(
                    "expected sides of 1 to " + MOST_SIDE + " and 256 colours of 3 bytes, found " + width + " × "
                            + height + " and " + palette.length + " bytes");
        }
        this.width = width;
        this.height = height;
        this.palette = palette.clone();
        this.pictureHundredths = pictureHundredths;
    }

    /**
     * Writes a film. The file appears when it is complete, and replaces an earlier one.
     *
     * @param pictures the pictures; each has the colour of each pixel, row by row from the upper left corner
     */
    public void write(Path file, Iterator<byte[]> pictures) throws IOException {
        OutputFile.write(file, into -> {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(into))) {
                out.write("GIF89a".getBytes(StandardCharsets.US_ASCII));
                number(out, width);
                number(out, height);
                out.write(new byte[] {(byte) 0xF7, 0, 0
                }); // a table of 256 colours; the first is behind all; square pixels
                out.write(palette);
                out.write(new byte[] {0x21, (byte) 0xFF, 11});
                out.write("NETSCAPE2.0".getBytes(StandardCharsets.US_ASCII));
                out.write(new byte[] {3, 1, 0, 0, 0}); // repeat without end
                while (pictures.hasNext()) {
                    write(out, pictures.next());
                }
                out.write(0x3B);
            }
        });
    }

    private static void number(OutputStream out, int number) throws IOException {
        out.write(number);
        out.write(number >> Byte.SIZE);
    }

    private void write(OutputStream out, byte[] colours) throws IOException {
        if (colours.length != width * height) {
            throw new IllegalArgumentException(
                    "expected a colour for each of " + width + " × " + height + " pixels, found " + colours.length);
        }
        out.write(new byte[] {0x21, (byte) 0xF9, 4, 4}); // the next picture covers this one
        number(out, pictureHundredths);
        out.write(new byte[] {0, 0, 0x2C, 0, 0, 0, 0});
        number(out, width);
        number(out, height);
        out.write(0);
        new Codes(out).write(colours);
    }

    /** Writes LZW codes (Lempel, Ziv and Welch) of 9 to 12 bits, in blocks. */
    private static final class Codes {
        private static final int NONE = -1;

        private final OutputStream out;
        private final byte[] block = new byte[BLOCK_BYTES];

        /**
         * The code of each word (a sequence of colours) that is one colour longer than another word. The index has that
         * other word's code and the colour.
         */
        private final short[] longer = new short[CODES << COLOUR_BITS];

        private int blockLength;
        private int bits;
        private int bitCount;
        private int codeBits = COLOUR_BITS + 1;
        private int next = END + 1;

        Codes(OutputStream out) {
            this.out = out;
        }

        void write(byte[] colours) throws IOException {
            out.write(COLOUR_BITS);
            clear();
            int word = NONE;
            for (byte signed : colours) {
                int colour = signed & 255;
                int known = word == NONE ? colour : longer[word << COLOUR_BITS | colour];
                if (known != NONE) {
                    word = known;
                } else {
                    wordCode(word);
                    add(word << COLOUR_BITS | colour);
                    word = colour;
                }
            }
            wordCode(word);
            code(END);
            flush();
        }

        private void clear() throws IOException {
            code(CLEAR);
            Arrays.fill(longer, (short) NONE);
            codeBits = COLOUR_BITS + 1;
            next = END + 1;
        }

        /**
         * Writes the code of a word, and lets later codes have one more bit if needed. A reader enters each word into
         * its table one code later, so the codes get longer only when the next word needs it.
         */
        private void wordCode(int word) throws IOException {
            code(word);
            if (next == 1 << codeBits && next < CODES) {
                codeBits++;
            }
        }

        private void add(int word) throws IOException {
            if (next == CODES) {
                clear();
            } else {
                longer[word] = (short) next;
                next++;
            }
        }

        private void code(int code) throws IOException {
            bits |= code << bitCount;
            bitCount += codeBits;
            while (bitCount >= Byte.SIZE) {
                put((byte) bits);
                bits >>>= Byte.SIZE;
                bitCount -= Byte.SIZE;
            }
        }

        private void put(byte value) throws IOException {
            block[blockLength] = value;
            blockLength++;
            if (blockLength == BLOCK_BYTES) {
                writeBlock();
            }
        }

        private void writeBlock() throws IOException {
            out.write(blockLength);
            out.write(block, 0, blockLength);
            blockLength = 0;
        }

        private void flush() throws IOException {
            if (bitCount > 0) {
                put((byte) bits);
            }
            if (blockLength > 0) {
                writeBlock();
            }
            out.write(0);
        }
    }
}
