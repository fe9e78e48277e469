package org.moide.samples.programs.ants;

import java.io.Serializable;

/** What workers say to each other. */
sealed interface Message extends Serializable {
    /** To a region: begin. */
    record Start() implements Message {
        private static final long serialVersionUID = 1L;
    }

    /**
     * To a neighbour: the scent in the cells along it, or the ants that have come over to it.
     *
     * @param half of the run: two for each step, scent before ants
     * @param from the way from who hears it to who says it
     */
    record Part(int half, int from, int[] numbers) implements Message {
        private static final long serialVersionUID = 1L;
    }

    /** To the camera: how a region looks after so many steps. */
    record Tile(int step, int region, byte[] colours) implements Message {
        private static final long serialVersionUID = 1L;
    }
}
