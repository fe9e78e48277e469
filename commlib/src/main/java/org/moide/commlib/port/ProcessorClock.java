package org.moide.commlib.port;

import java.io.Serializable;

/** The time that threads have had of processors. Any thread. */
@FunctionalInterface
public interface ProcessorClock {
    /** A time that is not known. */
    long UNKNOWN = -1;

    /** The clock where nobody knows the time. */
    ProcessorClock NONE = () -> Spent.UNKNOWN;

    /** The calling thread's time until now, of itself. Does not block. */
    Spent ofThisThread();

    /**
     * The processors' time that all threads of this process have had until now, the JVM's own too, in nanoseconds;
     * {@link #UNKNOWN} if that is not known. Does not block.
     */
    default long ofThisProcess() {
        return UNKNOWN;
    }

    /** The time from one count to a later one; {@link #UNKNOWN} if one of them is. */
    static long difference(long after, long before) {
        return after < 0 || before < 0 ? UNKNOWN : Math.max(0, after - before);
    }

    /** Two times together; {@link #UNKNOWN} if one of them is. */
    static long sum(long one, long other) {
        return one < 0 || other < 0 ? UNKNOWN : one + other;
    }

    /**
     * A part of a thread's time, in nanoseconds; below 0 where it is not known.
     *
     * @param onNanos on a processor
     * @param readyNanos able to run, while others had the processors
     */
    record Spent(long onNanos, long readyNanos) implements Serializable {
        private static final long serialVersionUID = 1L;

        /** The time of which nothing is known. */
        public static final Spent UNKNOWN = new Spent(ProcessorClock.UNKNOWN, ProcessorClock.UNKNOWN);

        /** The time without what was spent before. */
        public Spent since(Spent before) {
            return new Spent(
                    ProcessorClock.difference(onNanos, before.onNanos),
                    ProcessorClock.difference(readyNanos, before.readyNanos));
        }

        /** The time together with that of another. */
        public Spent plus(Spent other) {
            return new Spent(
                    ProcessorClock.sum(onNanos, other.onNanos), ProcessorClock.sum(readyNanos, other.readyNanos));
        }
    }
}
