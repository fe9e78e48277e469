package org.moide.samples.bench;

/**
 * One row of the table, on one compute thread.
 *
 * @param operation such as "latency"
 * @param place such as "engines 0-1"
 * @param bytes of a message; 0 where there is none
 * @param part whether this thread takes part, and whether its clock counts
 * @param messages how many messages one repetition takes, one after the other: its time is divided by that
 * @param carriesBytes whether bytes per second mean something
 * @param work what is repeated; makes its arrays only when it is asked for
 */
record Measurement(
        String operation, String place, int bytes, Part part, int messages, boolean carriesBytes, WorkMaker work) {
    /** The part of a thread in a measurement. */
    enum Part {
        /** Works and takes the time. */
        TIMED,
        /** Works only. */
        WORKS,
        /** Waits for the next. */
        ABSENT
    }

    /** Makes what is repeated, with the arrays it needs. */
    @FunctionalInterface
    interface WorkMaker {
        Work make();
    }

    /**
     * The work that is repeated.
     *
     * @param before done before each repetition, and not timed
     * @param timed what is measured
     */
    record Work(Runnable before, Runnable timed) {
        static final Runnable NOTHING = () -> {};

        /** Repetitions that follow each other at once. */
        static Work of(Runnable timed) {
            return new Work(NOTHING, timed);
        }
    }

    String name() {
        return operation + "/" + place + "/" + bytes;
    }
}
