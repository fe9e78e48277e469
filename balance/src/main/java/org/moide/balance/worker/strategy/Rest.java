package org.moide.balance.worker.strategy;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A rule against workers that move to and fro: a worker that has moved to this process stays for some time, which
 * doubles each time that it comes back after it was sent away, up to {@value #MOST_DOUBLINGS} times. A worker that was
 * away for long counts as new.
 */
final class Rest {
    /** The most doublings of the time for which a worker rests; they turn half a second into half an hour. */
    private static final int MOST_DOUBLINGS = 12;

    /** The time for which a departure is remembered, in multiples of the rest that the worker keeps when it is back. */
    private static final long REMEMBERED = 32;

    /** The most departures remembered; the oldest is dropped. Few processes move less than that in a minute. */
    private static final int MOST_REMEMBERED = 4096;

    private final long restNanos;
    private final Map<Long, Sent> sent = new LinkedHashMap<>();

    /**
     * How often a worker has left this process, each time not long after the time before, and when it left last. After a
     * long pause the count begins anew.
     */
    private record Sent(int times, long atNanos) {}

    Rest(long restNanos) {
        this.restNanos = restNanos;
    }

    /** Returns whether a worker has been on this process long enough to move again. */
    boolean isOver(MovableWorker worker, long nowNanos) {
        return worker.moves() == 0 || worker.hereNanos() >= restNanos(worker.worker(), nowNanos);
    }

    /** Records that a worker is sent away from this process. */
    void sent(long worker, long nowNanos) {
        int times = times(worker, nowNanos);
        sent.remove(worker);
        sent.put(worker, new Sent(Math.min(MOST_DOUBLINGS, times + 1), nowNanos));
        if (sent.size() > MOST_REMEMBERED) {
            sent.remove(sent.keySet().iterator().next());
        }
    }

    private long restNanos(long worker, long nowNanos) {
        return restNanos << times(worker, nowNanos);
    }

    /**
     * Returns the number of consecutive departures of a worker from this process; 0 if the last is long ago, since
     * loads change.
     */
    private int times(long worker, long nowNanos) {
        Sent before = sent.get(worker);
        if (before == null || nowNanos - before.atNanos() > REMEMBERED * (restNanos << before.times())) {
            return 0;
        }
        return before.times();
    }
}
