package org.moide.balance.worker.strategy;

/**
 * A process's recent activity (ALDY, §4.2). Its load l(t) is the number of active workers. Its activity a(t) is l(t)
 * divided by the number of threads, at most 1; with one thread, as in the paper, it is 1 if any worker is active and
 * else 0.
 *
 * <p>The caller reports each change of l(t), and this class integrates a(t) exactly. For the past it keeps the integral
 * at up to {@value #POINTS} times in each of several spans. If l(t) changed seldom, the activity is constant between
 * two of these times, so averages are exact. If it changed more than once in {@code span / 256}, the average over a
 * time x is off by at most {@code span / 1024 / x}. The shortest span that is not shorter than x is used, so the error
 * is below 1% for x from 15 ms on.
 *
 * <p>Not thread-safe. Several threads may report changes if only one at a time does so. A time earlier than the last
 * one counts as equal to it.
 */
public final class Activity {
    /** The longest time over which an average can be asked for: a minute and a little more. */
    public static final long LONGEST_NANOS = 64_000_000_000L;

    private static final int POINTS = 512;

    /**
     * The number by which {@link #LONGEST_NANOS} is divided to get the first span. Each further span is {@link #GROWTH}
     * times as long.
     */
    private static final long SHORTEST_PART = 512;

    private static final int GROWTH = 8;

    private static final int SPANS = 4;

    private final int threads;
    private final Span[] spans = new Span[SPANS];
    private final long startNanos;
    private long lastNanos;
    private long integral; // of min(l(t), threads), from the start to the last change
    private long activeWorkers;
    private long idleSinceNanos;

    /**
     * Starts to record, at a time when no worker is active.
     *
     * @param threads the number of the process's threads
     */
    public Activity(int threads, long nowNanos) {
        if (threads < 1) {
            throw new IllegalArgumentException("expected at least 1 thread, found " + threads);
        }
        this.threads = threads;
        this.startNanos = nowNanos;
        this.lastNanos = nowNanos;
        this.idleSinceNanos = nowNanos;
        long spanNanos = LONGEST_NANOS / SHORTEST_PART;
        for (int number = 0; number < SPANS; number++) {
            spans[number] = new Span(spanNanos, nowNanos);
            spanNanos *= GROWTH;
        }
    }

    /** Sets the number of active workers from time {@code nowNanos} on. */
    public void change(long nowNanos, long nowActive) {
        if (nowActive < 0) {
            throw new IllegalArgumentException("expected 0 active workers or more, found " + nowActive);
        }
        long atNanos = Math.max(nowNanos, lastNanos);
        if (busyThreads(nowActive) != busyThreads(activeWorkers)) {
            integral = integralAt(atNanos);
            lastNanos = atNanos;
            for (Span span : spans) {
                span.add(atNanos, integral);
            }
        }
        if (nowActive == 0 && activeWorkers > 0) {
            idleSinceNanos = atNanos;
        }
        activeWorkers = nowActive;
    }

    /** Returns the load l(t), the number of active workers now. */
    public long activeWorkers() {
        return activeWorkers;
    }

    /** Returns the time since the last worker was active; 0 if one is. */
    public long idleNanos(long nowNanos) {
        return activeWorkers > 0 ? 0 : Math.max(0, nowNanos - idleSinceNanos);
    }

    /**
     * Returns the average of a(t) over some time up to now, from 0 to 1. If the process has run for a shorter time, the
     * average is over that time.
     *
     * @param overNanos above 0, at most {@link #LONGEST_NANOS}
     */
    public double average(long nowNanos, long overNanos) {
        if (overNanos <= 0 || overNanos > LONGEST_NANOS) {
            throw new IllegalArgumentException(
                    "expected a time above 0 and up to " + LONGEST_NANOS + " ns to average over, found " + overNanos);
        }
        long atNanos = Math.max(nowNanos, lastNanos);
        long fromNanos = Math.max(startNanos, atNanos - overNanos);
        if (fromNanos == atNanos) {
            return (double) busyThreads(activeWorkers) / threads;
        }
        double during = integralAt(atNanos) - integralBefore(fromNanos, overNanos);
        return Math.min(1, Math.max(0, during / threads / (atNanos - fromNanos)));
    }

    private long integralAt(long atNanos) {
        return integral + busyThreads(activeWorkers) * (atNanos - lastNanos);
    }

    private double integralBefore(long atNanos, long overNanos) {
        if (atNanos >= lastNanos) {
            return integralAt(atNanos);
        }
        Span shortest = spans[SPANS - 1];
        for (int number = SPANS - 2; number >= 0; number--) {
            if (spans[number].spanNanos >= overNanos) {
                shortest = spans[number];
            }
        }
        return shortest.at(atNanos, lastNanos, integral);
    }

    private long busyThreads(long active) {
        return Math.min(active, threads);
    }

    /** The integral of the activity, kept at several times within a span of the past. */
    private static final class Span {
        private final long spanNanos;
        private final long apartNanos;
        private final long[] times = new long[POINTS];
        private final long[] integrals = new long[POINTS];
        private int newest;
        private int kept = 1;
        private long skippedNanos;
        private long skippedIntegral;
        private boolean skipped;

        Span(long spanNanos, long startNanos) {
            this.spanNanos = spanNanos;
            this.apartNanos = spanNanos * 2 / POINTS + 1;
            times[0] = startNanos;
        }

        /**
         * Adds a point. Points closer than {@code apartNanos} are merged, except the last one before a pause, so that
         * the pause is recorded exactly. So there are at most two points in {@code apartNanos}, and a point that is
         * overwritten is older than the span.
         */
        void add(long nanos, long integral) {
            if (nanos - times[newest] < apartNanos) {
                skipped = true;
                skippedNanos = nanos;
                skippedIntegral = integral;
                return;
            }
            if (skipped) {
                skipped = false;
                put(skippedNanos, skippedIntegral);
            }
            put(nanos, integral);
        }

        private void put(long nanos, long integral) {
            newest = (newest + 1) % POINTS;
            kept = Math.min(POINTS, kept + 1);
            times[newest] = nanos;
            integrals[newest] = integral;
        }

        /** Interpolates linearly between two points, or between the newest point and the last change. */
        double at(long nanos, long lastNanos, long lastIntegral) {
            long afterNanos = lastNanos;
            long after = lastIntegral;
            int low = 0; // number of points before the newest; finds the first at or before the time
            int high = kept - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (time(middle) <= nanos) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            if (low > 0) {
                afterNanos = time(low - 1);
                after = integrals[index(low - 1)];
            }
            long beforeNanos = time(low);
            long before = integrals[index(low)];
            if (afterNanos <= beforeNanos || nanos <= beforeNanos) {
                return before;
            }
            return before + (double) (after - before) * (nanos - beforeNanos) / (afterNanos - beforeNanos);
        }

        private long time(int back) {
            return times[index(back)];
        }

        private int index(int back) {
            return Math.floorMod(newest - back, POINTS);
        }
    }
}
