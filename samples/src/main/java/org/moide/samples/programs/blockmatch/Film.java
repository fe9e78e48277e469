package org.moide.samples.programs.blockmatch;

import java.io.IOException;

/** A sequence of frames of the same size. Used by one thread. */
interface Film {
    int width();

    int height();

    /** Returns the number of frames. */
    int frames();

    /**
     * Reads a frame.
     *
     * @param index the frame's number, from 0 on
     * @throws IOException if the frame cannot be read; the message names the file and the frame
     */
    Frame frame(int index) throws IOException;
}
