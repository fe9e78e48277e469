package org.moide.engine.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Which engines' JVMs stay, and which run gets one of them. There are never more than were at work at once, since when
 * nobody was idle for long; the one that was at work last is given away first, so those that nobody needs grow old.
 *
 * <p>Stepped: it takes what happens, with the time in nanoseconds of a clock that never goes back, and answers whom to end.
 *
 * @param <K> how a JVM was started: runs that want it otherwise do not get it
 * @param <E> an engine's JVM
 */
final class KeptEngines<K, E> {
    private final long mostIdleNanos;
    private final Deque<Idle<K, E>> idle = new ArrayDeque<>(); // the longest first
    private int working;
    private int most;
    private boolean closed;

    private record Idle<K, E>(K how, E engine, long sinceNanos) {}

    /** @param mostIdleNanos for how long one is kept that nobody wants */
    public KeptEngines(long mostIdleNanos) {
        this.mostIdleNanos = mostIdleNanos;
    }

    /** A run wants an engine. None that fits: then it starts one, and {@link #superfluous} are to end. */
    public Optional<E> take(K how) {
        working++;
        Iterator<Idle<K, E>> latest = idle.descendingIterator();
        while (latest.hasNext()) {
            Idle<K, E> one = latest.next();
            if (one.how().equals(how)) {
                latest.remove();
                return Optional.of(one.engine());
            }
        }
        return Optional.empty();
    }

    /** Those that are idle beyond what was at work at once, since one was started; they are not kept any more. */
    public List<E> superfluous() {
        most = Math.max(most, working);
        List<E> those = new ArrayList<>();
        while (working + idle.size() > most && !idle.isEmpty()) {
            those.add(idle.remove().engine());
        }
        return those;
    }

    /**
     * A run has ended in order in an engine of its.
     *
     * @return false if the engine is to end
     */
    public boolean give(K how, E engine, long nowNanos) {
        working--;
        if (!closed) {
            idle.add(new Idle<>(how, engine, nowNanos));
        }
        return !closed;
    }

    /** An engine that was taken, or started, is no more, or is to end. */
    public void gone() {
        working--;
    }

    /** Those that were idle for long; they are not kept any more. */
    public List<E> due(long nowNanos) {
        List<E> those = new ArrayList<>();
        while (!idle.isEmpty() && nowNanos - idle.element().sinceNanos() >= mostIdleNanos) {
            those.add(idle.remove().engine());
        }
        if (!those.isEmpty()) {
            most = working + idle.size();
        }
        return those;
    }

    /** When {@link #due} has somebody next; {@link Long#MAX_VALUE} if there is nobody. */
    public long nextDueNanos() {
        return idle.isEmpty() ? Long.MAX_VALUE : idle.element().sinceNanos() + mostIdleNanos;
    }

    /** None is kept from now on. */
    public List<E> close() {
        closed = true;
        List<E> those = idle.stream().map(Idle::engine).toList();
        idle.clear();
        return those;
    }

    /** How many are idle that were started in this way. */
    public int idle(K how) {
        return (int) idle.stream().filter(one -> one.how().equals(how)).count();
    }

    int idle() {
        return idle.size();
    }

    int working() {
        return working;
    }
}
