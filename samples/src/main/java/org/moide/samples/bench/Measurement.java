package org.moide.samples.bench;

/**
 * One row of the table of results, as one compute thread measures it.
 *
 * @param operation such as "latency"
 * @param place such as "engines 0-1"
 * @param bytes the length of a message; 0 if there is none
 * @param part whether this thread takes part, and whether its times count
 * @param messages the number of successive messages in one repetition; the repetition's time is divided by it
 * @param carriesBytes whether a rate in bytes per second is meaningful
 * @param work makes the code that is repeated; its arrays are allocated only when it is called
 */
record Measurement(
        String operation, String place, int bytes, Part part, int messages, boolean carriesBytes, WorkMaker work) {
    /** The part of a thread in a measurement. */
    enum Part {
        /** The thread works, and its times count. */
        TIMED,
        /** The thread works, but its times do not count. */
        WORKS,
        /** The thread waits for the next measurement. */
        ABSENT
    }

    /** Makes the code that is repeated, with the arrays that it needs. */
    @FunctionalInterface
    interface WorkMaker {
        Work make();
    }

    /**
     * The code that is repeated.
     *
     * @param before runs before each repetition, and is not timed
     * @param timed the code that is timed
     */
    record Work(Runnable before, Runnable timed) {
        static final Runnable NOTHING = () -> {};

        /** Returns work that is repeated without code between the repetitions. */
        static Work of(Runnable timed) {
            return new Work(NOTHING, timed);
        }
    }

    String name() {
        return operation + "/" + place + "/" + bytes;
    }
}
