package org.moide.balance.worker.strategy;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sees to it that no worker goes to and fro for ever: one that came here by a move stays for some time, and for twice
 * as long each time that it comes back after it was sent away from here, up to {@value #MOST_DOUBLINGS} times. A worker
 * that was away for long is new.
 */
final class Rest {
    /** A half second becomes half an hour. */
    private static final int MOST_DOUBLINGS = 12;

    /** The time for which a worker's leaving is remembered, in times of the rest that it keeps when it is back. */
    private static final long REMEMBERED = 32;

    /** Workers that were sent away; the oldest is forgotten. More than are under way between few processes in a minute. */
    private static final int MOST_REMEMBERED = 4096;

    private final long restNanos;
    private final Map<Long, Sent> sent = new LinkedHashMap<>();

    /** The number of times that a worker was sent away in a row, and when last. */
    private record Sent(int times, long atNanos) {}

    Rest(long restNanos) {
        this.restNanos = restNanos;
    }

    /** Returns whether a worker has been here for long enough. */
    boolean isOver(MovableWorker worker, long nowNanos) {
        return worker.moves() == 0 || worker.hereNanos() >= restNanos(worker.worker(), nowNanos);
    }

    /** A worker is sent away. */
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

    /** Loads change: a worker that was not sent away again for this long is as new. */
    private int times(long worker, long nowNanos) {
        Sent before = sent.get(worker);
        if (before == null || nowNanos - before.atNanos() > REMEMBERED * (restNanos << before.times())) {
            return 0;
        }
        return before.times();
    }
}
