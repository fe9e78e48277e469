package org.moide.engine.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Decides which idle JVMs of engines are kept, and which of them a run gets. It limits the number of JVMs, idle ones
 * and those in use, to the number that were in use at the same time at some moment since it last gave up idle ones. A
 * run gets the JVM that was used last, so that unneeded ones reach the idle limit.
 *
 * <p>It is a stepped core: its caller reports events with the time of a monotonic clock, in nanoseconds, and ends the
 * JVMs that it returns.
 *
 * @param <K> how a JVM was started; a run gets only a JVM that was started in the way that it needs
 * @param <E> an engine's JVM
 */
final class KeptEngines<K, E> {
    private final long mostIdleNanos;
    private final Deque<Idle<K, E>> idle = new ArrayDeque<>(); // longest idle first
    private int working;
    private int most;
    private boolean closed;

    private record Idle<K, E>(K how, E engine, long sinceNanos) {}

    /**
     * Begins without an idle JVM.
     *
     * @param mostIdleNanos the time for which an unused JVM is kept
     */
    public KeptEngines(long mostIdleNanos) {
        this.mostIdleNanos = mostIdleNanos;
    }

    /**
     * Takes a kept engine for a run. If none fits, the caller starts one, and ends the engines that
     * {@link #superfluous} returns.
     */
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
     * Removes and returns idle engines, the longest idle first, as long as there are more engines than have ever been
     * in use at the same time. Called after an engine was started.
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
     * Takes back an engine whose run has ended in order.
     *
     * @return false if the caller must end the engine
     */
    public boolean give(K how, E engine, long nowNanos) {
        working--;
        if (!closed) {
            idle.add(new Idle<>(how, engine, nowNanos));
        }
        return !closed;
    }

    /** Notes that an engine that was taken or started has ended or is about to end. */
    public void gone() {
        working--;
    }

    /** Removes and returns the engines that have been idle for too long. */
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

    /** Returns the time at which {@link #due} will return the next engine; {@link Long#MAX_VALUE} if none is idle. */
    public long nextDueNanos() {
        return idle.isEmpty() ? Long.MAX_VALUE : idle.element().sinceNanos() + mostIdleNanos;
    }

    /**
     * Removes and returns all kept engines, and keeps none from now on.
     *
     * @return the kept engines
     */
    public List<E> close() {
        closed = true;
        List<E> those = idle.stream().map(Idle::engine).toList();
        idle.clear();
        return those;
    }

    /** Returns the number of idle engines that were started in this way. */
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
