package org.moide.samples.programs.blockmatch;

import java.io.Serializable;

/**
 * The brightness of a picture's pixels.
 *
 * @param luma the brightness from 0 to 255, row by row from the upper left corner; must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
record Frame(int width, int height, byte[] luma) implements Serializable {
    /**
     * The most pixels of a frame, which take 256 MiB. The sizes in input files are compared with this limit before any
     * memory is allocated.
     */
    static final int MOST_PIXELS = 1 << 28;

    private static final long serialVersionUID = 1L;

    Frame {
        if (width < 1 || height < 1 || luma.length != width * height) {
            throw new IllegalArgumentException(
                    "expected a byte for each of " + width + " × " + height + " pixels, found " + luma.length);
        }
    }
}
