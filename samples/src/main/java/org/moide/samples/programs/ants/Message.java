package org.moide.samples.programs.ants;

import java.io.Serializable;

/** A message between workers. */
sealed interface Message extends Serializable {
    /** Tells a region to begin. */
    record Start() implements Message {
        private static final long serialVersionUID = 1L;
    }

    /** Tells a neighbour the scent in the cells along it, or the ants that have come over to it. */
    final class Part implements Message {
        private static final long serialVersionUID = 1L;

        private final int half;
        private final int from;
        private final int[] numbers;

        /**
         * Takes numbers that are not to be changed after this.
         *
         * @param half of the run: two for each step, scent before ants
         * @param from the way from who hears it to who says it
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

    /** Tells the camera how a region looks after so many steps. */
    final class Tile implements Message {
        private static final long serialVersionUID = 1L;

        private final int step;
        private final int region;
        private final byte[] colours;

        /** Takes colours that are not to be changed after this. */
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
