package org.moide.samples.programs.blockmatch;

import java.io.Serializable;

/**
 * The brightness of a picture's pixels.
 *
 * @param luma row by row from the upper left corner, 0 to 255; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
record Frame(int width, int height, byte[] luma) implements Serializable {
    /** A frame of 256 MiB; the inputs' sizes are checked against it before anything is allocated. */
    static final int MOST_PIXELS = 1 << 28;

    private static final long serialVersionUID = 1L;

    Frame {
        if (width < 1 || height < 1 || luma.length != width * height) {
            throw new IllegalArgumentException(
                    "expected a byte for each of " + width + " × " + height + " pixels, found " + luma.length);
        }
    }
}
