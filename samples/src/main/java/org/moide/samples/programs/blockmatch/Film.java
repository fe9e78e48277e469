package org.moide.samples.programs.blockmatch;

import java.io.IOException;

/** Frames of one size, one after the other. One thread. */
interface Film {
    int width();

    int height();

    /** The number of frames. */
    int frames();

    /**
     * Reads a frame.
     *
     * @param index from 0 on
     * @throws IOException if it cannot be read, with file and frame
     */
    Frame frame(int index) throws IOException;
}
