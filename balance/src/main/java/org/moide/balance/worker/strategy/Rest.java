package org.moide.balance.worker.strategy;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A rule against workers that move to and fro. A worker that has moved to this process has to stay for some time. That
 * time doubles each time that the worker comes back after it was sent away, up to {@value #MOST_DOUBLINGS} times. A
 * worker that was away for long counts as new.
 */
final class Rest {
    /**
     * The most doublings of the time for which a worker has to stay. With so many doublings, half a second becomes half
     * an hour.
     */
    private static final int MOST_DOUBLINGS = 12;

    /**
     * The time for which a departure is remembered, as a multiple of the time for which the worker would have to stay
     * if it came back.
     */
    private static final long REMEMBERED = 32;

    /**
     * The most departures remembered; beyond that, the oldest is forgotten. Few processes send more workers than that
     * away in a minute.
     */
    private static final int MOST_REMEMBERED = 4096;

    private final long restNanos;
    private final Map<Long, Sent> sent = new LinkedHashMap<>();

    /**
     * The departures of one worker from this process.
     *
     * @param times the number of departures, each soon after the one before; after a long pause the count begins anew
     * @param atNanos the time of the last departure
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
     * Returns the number of departures of a worker from this process in a row; 0 if the last one is long ago, since
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
