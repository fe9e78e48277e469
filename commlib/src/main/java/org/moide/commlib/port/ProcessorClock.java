package org.moide.commlib.port;

import java.io.Serializable;

/** How long threads have had a processor. Any thread. */
@FunctionalInterface
public interface ProcessorClock {
    /** For {@link #ofThisProcess}: not known. */
    long UNKNOWN = -1;

    /** Where nobody knows. */
    ProcessorClock NONE = () -> Spent.UNKNOWN;

    /** The calling thread's time until now, of itself. Does not block. */
    Spent ofThisThread();

    /**
     * What all threads of this process have had of processors until now, the JVM's own too, in nanoseconds; {@link #UNKNOWN} if
     * that is not known. Does not block.
     */
    default long ofThisProcess() {
        return UNKNOWN;
    }

    /**
     * A part of a thread's time, in nanoseconds; below 0 where it is not known.
     *
     * @param onNanos on a processor
     * @param readyNanos able to run, while others had the processors
     */
    record Spent(long onNanos, long readyNanos) implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final long NOT_KNOWN = -1;

        /** Of which nothing is known. */
        public static final Spent UNKNOWN = new Spent(NOT_KNOWN, NOT_KNOWN);

        /** The same without what was spent before. */
        public Spent since(Spent before) {
            return new Spent(difference(onNanos, before.onNanos), difference(readyNanos, before.readyNanos));
        }

        /** With that of another time. */
        public Spent plus(Spent other) {
            return new Spent(sum(onNanos, other.onNanos), sum(readyNanos, other.readyNanos));
        }

        private static long difference(long after, long before) {
            return after < 0 || before < 0 ? NOT_KNOWN : Math.max(0, after - before);
        }

        private static long sum(long one, long other) {
            return one < 0 || other < 0 ? NOT_KNOWN : one + other;
        }
    }
}
