package org.moide;

import java.io.Serial;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The queue of an executor's calls in this JVM: those with a priority first, the highest before the others, and those
 * with the same, or none, in their order. Each call has a place in the queue, and a call with a priority takes the first
 * one when it is taken; the call whose place that is has the next.
 *
 * <p>Concurrency: any thread. {@code ranked}, {@code overtaken} and {@code last} are guarded by this object.
 */
final class RankedCalls extends LinkedBlockingQueue<Runnable> {
    @Serial
    private static final long serialVersionUID = 1L;

    /** The place of a call with a priority. */
    private static final Runnable PLACE = new Place();

    private static final class Place implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("expected a call in its place, found none");
        }
    }

    /** A call with a priority, and its position among those that have the same. */
    private record Ranked(Runnable call, int priority, long number) {
        private static final Comparator<Ranked> FIRST =
                Comparator.comparingInt(Ranked::priority).reversed().thenComparingLong(Ranked::number);
    }

    private final transient Map<Runnable, Integer> coming = new ConcurrentHashMap<>();
    private final transient PriorityQueue<Ranked> ranked = new PriorityQueue<>(Ranked.FIRST);
    private final transient Deque<Runnable> overtaken = new ArrayDeque<>();
    private transient long last;
    private transient volatile int some; // in ranked and overtaken; written with the lock held

    /** Gives a call a priority, above 0. Called before it is added. */
    void rank(Runnable call, int priority) {
        coming.put(call, priority);
    }

    /** Forgets the priority of a call that was added, or needs no place since a thread runs it at once. */
    void added(Runnable call) {
        coming.remove(call);
    }

    @Override
    public boolean offer(Runnable call) {
        Integer priority = coming.isEmpty() ? null : coming.get(call);
        if (priority == null) {
            return super.offer(call);
        }
        synchronized (this) {
            ranked.add(new Ranked(call, priority, ++last));
            count();
        }
        return super.offer(PLACE);
    }

    @Override
    public Runnable take() throws InterruptedException {
        return first(super.take());
    }

    @Override
    public @Nullable Runnable poll() {
        Runnable place = super.poll();
        return place == null ? null : first(place);
    }

    @Override
    public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
        Runnable place = super.poll(timeout, unit);
        return place == null ? null : first(place);
    }

    private Runnable first(Runnable place) {
        if (some == 0 && place != PLACE) {
            return place; // nearly always
        }
        synchronized (this) {
            if (place != PLACE) {
                overtaken.add(place);
            }
            Ranked best = ranked.poll();
            Runnable first = best == null ? overtaken.remove() : best.call();
            count();
            return first;
        }
    }

    private void count() {
        some = ranked.size() + overtaken.size();
    }

    @Override
    public boolean remove(Object call) {
        synchronized (this) {
            if (!overtaken.contains(call) && ranked.stream().noneMatch(one -> one.call() == call)) {
                return super.remove(call);
            }
            if (!super.remove(PLACE)) {
                return false; // a thread that has taken its place takes it, or another one
            }
            boolean was = overtaken.remove(call) || ranked.removeIf(one -> one.call() == call);
            count();
            return was;
        }
    }

    @Override
    public int drainTo(Collection<? super Runnable> calls) {
        int drained = 0;
        for (Runnable next = poll(); next != null; next = poll()) {
            calls.add(next);
            drained++;
        }
        return drained;
    }
}
