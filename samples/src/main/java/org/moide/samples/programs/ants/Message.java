package org.moide.samples.programs.ants;

import java.io.Serializable;

/** A message between workers. */
sealed interface Message extends Serializable {
    /** A message that starts a region. */
    record Start() implements Message {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A message to a neighbouring region. It brings the scent in the cells along the common border, or the ants that
     * have gone to that region.
     */
    final class Part implements Message {
        private static final long serialVersionUID = 1L;

        private final int half;
        private final int from;
        private final int[] numbers;

        /**
         * Creates the message. The numbers must not be changed afterwards.
         *
         * @param half the number of the half step to which the message belongs. Each step has two: scent is exchanged
         *     in the first, ants in the second
         * @param from the direction from the receiver to the sender
         */
        Part(int half, int from, int[] numbers) {
            this.half = half;
            this.from = from;
            this.numbers = numbers;
        }

        int half() {
            return half;
        }

        int from() {
            return from;
        }

        int[] numbers() {
            return numbers;
        }

        @Override
        public String toString() {
            return numbers.length + " numbers of half step " + half + " from way " + from;
        }
    }

    /** A message to the camera: the picture of a region after a number of steps. */
    final class Tile implements Message {
        private static final long serialVersionUID = 1L;

        private final int step;
        private final int region;
        private final byte[] colours;

        /** Creates the message. The colours must not be changed afterwards. */
        Tile(int step, int region, byte[] colours) {
            this.step = step;
            this.region = region;
            this.colours = colours;
        }

        int step() {
            return step;
        }

        int region() {
            return region;
        }

        byte[] colours() {
            return colours;
        }

        @Override
        public String toString() {
            return "region " + region + " after step " + step;
        }
    }
}
