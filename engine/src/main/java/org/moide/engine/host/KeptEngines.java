package org.moide.engine.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Keeps engines' JVMs, and chooses one for a run. There are never more than were at work at once since the last time
 * that some were idle for long. The JVM that was at work last is given away first, so those that nobody needs grow old.
 *
 * <p>A stepped core: it is told what happens, with the time in nanoseconds of a clock that never goes back, and returns
 * the JVMs that are to end.
 *
 * @param <K> the way in which a JVM was started: a run that wants another way does not get it
 * @param <E> an engine's JVM
 */
final class KeptEngines<K, E> {
    private final long mostIdleNanos;
    private final Deque<Idle<K, E>> idle = new ArrayDeque<>(); // the longest first
    private int working;
    private int most;
    private boolean closed;

    private record Idle<K, E>(K how, E engine, long sinceNanos) {}

    /** @param mostIdleNanos the time for which a JVM is kept that nobody wants */
    public KeptEngines(long mostIdleNanos) {
        this.mostIdleNanos = mostIdleNanos;
    }

    /** Takes an engine for a run. If none fits, the run starts one, and the {@link #superfluous} ones are to end. */
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

    /**
     * Returns the engines that are idle beyond what was at work at once, since one was started; they are not kept any
     * more.
     */
    public List<E> superfluous() {
        most = Math.max(most, working);
        List<E> those = new ArrayList<>();
        while (working + idle.size() > most && !idle.isEmpty()) {
            those.add(idle.remove().engine());
        }
        return those;
    }

    /**
     * Takes back an engine in which a run has ended in order.
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

    /** Notes that an engine that was taken, or started, is no more, or is to end. */
    public void gone() {
        working--;
    }

    /** Returns the engines that were idle for long; they are not kept any more. */
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

    /** Returns the time from which on {@link #due} returns the next engine; {@link Long#MAX_VALUE} if there is none. */
    public long nextDueNanos() {
        return idle.isEmpty() ? Long.MAX_VALUE : idle.element().sinceNanos() + mostIdleNanos;
    }

    /**
     * Keeps no engine from now on.
     *
     * @return the engines that were kept
     */
    public List<E> close() {
        closed = true;
        List<E> those = idle.stream().map(Idle::engine).toList();
        idle.clear();
        return those;
    }

    /** Returns how many engines are idle that were started in this way. */
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
