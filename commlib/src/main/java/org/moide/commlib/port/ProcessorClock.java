package org.moide.commlib.port;

import java.io.Serializable;

/** A clock of the processor time of threads. Any thread may call it. */
@FunctionalInterface
public interface ProcessorClock {
    /** The value if a time is unknown. */
    long UNKNOWN = -1;

    /** The clock that knows no times. */
    ProcessorClock NONE = () -> Spent.UNKNOWN;

    /** Returns the processor time that the calling thread has used since it began. Does not block. */
    Spent ofThisThread();

    /**
     * Returns the processor time of all threads of this process so far, the JVM's own threads included, in
     * nanoseconds; {@link #UNKNOWN} if it is unknown. Does not block.
     */
    default long ofThisProcess() {
        return UNKNOWN;
    }

    /**
     * Returns the time from {@code before} to {@code after}, at least 0; {@link #UNKNOWN} if one of the two is
     * unknown.
     */
    static long difference(long after, long before) {
        return after < 0 || before < 0 ? UNKNOWN : Math.max(0, after - before);
    }

    /** Returns the sum of two times; {@link #UNKNOWN} if one of the two is unknown. */
    static long sum(long one, long other) {
        return one < 0 || other < 0 ? UNKNOWN : one + other;
    }

    /**
     * The processor time of a thread, in nanoseconds; below 0 if unknown.
     *
     * @param onNanos time on a processor
     * @param readyNanos time in which it could run, but other threads had the processors
     */
    record Spent(long onNanos, long readyNanos) implements Serializable {
        private static final long serialVersionUID = 1L;

        /** The value if both times are unknown. */
        public static final Spent UNKNOWN = new Spent(ProcessorClock.UNKNOWN, ProcessorClock.UNKNOWN);

        /** Returns this time minus an earlier one of the same thread. */
        public Spent since(Spent before) {
            return new Spent(
                    ProcessorClock.difference(onNanos, before.onNanos),
                    ProcessorClock.difference(readyNanos, before.readyNanos));
        }

        /** Returns the sum of this time and another thread's. */
        public Spent plus(Spent other) {
            return new Spent(
                    ProcessorClock.sum(onNanos, other.onNanos), ProcessorClock.sum(readyNanos, other.readyNanos));
        }
    }
}
