package org.moide.commlib.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Ticker;

/**
 * Simulated time: a queue of future events, a clock, and random generators. Time moves only from event to event, so a
 * simulated hour costs only its events. Events of the same time happen in an order that is drawn from the seed.
 * Components without threads need only this: a message is an event that calls the receiver.
 *
 * <p>The same seed gives the same run and so the same {@link #digest}, if events draw randomness and time only from
 * here.
 *
 * <p>Used by one thread at a time. A scheduler in {@code src/sim} adds threads that take turns.
 */
public final class EventQueue implements Ticker {
    /**
     * The greatest number of events of a run. A run of some thousand members and minutes takes some ten million events;
     * one that needs more is stuck in a loop.
     */
    public static final long DEFAULT_EVENT_LIMIT = 100_000_000;

    /** The number of past events shown in an error: as many as fit on a screen. */
    private static final int RECENT_EVENTS = 12;

    /** The number of queued events from which on cancelled ones are removed before their time comes. */
    private static final int MANY_EVENTS = 1_024;

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final long seed;
    private final long eventLimit;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Map<String, RandomGenerator> generators = new LinkedHashMap<>();
    private final List<Invariant> invariants = new ArrayList<>();
    private final SplittableRandom ranks;
    private final @Nullable Event[] recent = new Event[RECENT_EVENTS];
    private Supplier<String> waiting = () -> "";
    private @Nullable Watcher watcher;
    private long nowNanos;
    private long planned;
    private long pending;
    private long happened;
    private long digest;

    public EventQueue(long seed) {
        this(seed, DEFAULT_EVENT_LIMIT);
    }

    /** Creates a queue whose run ends with an error after {@code eventLimit} events. */
    public EventQueue(long seed, long eventLimit) {
        if (eventLimit < 1) {
            throw new IllegalArgumentException("expected a limit of at least 1 event, found " + eventLimit);
        }
        this.seed = seed;
        this.eventLimit = eventLimit;
        this.ranks = new SplittableRandom(mixed(seed));
        this.digest = mixed(seed);
    }

    public long seed() {
        return seed;
    }

    /** Returns the simulated nanoseconds since the start. */
    @Override
    public long nanoTime() {
        return nowNanos;
    }

    /** Returns the number of events that have happened. */
    public long happened() {
        return happened;
    }

    /** Returns the number of events that are still to happen. */
    public long pending() {
        return pending;
    }

    /** Returns a hash of all events so far, of their times, and of all values {@link #note noted}. */
    public long digest() {
        return digest;
    }

    /** Adds a value, such as a result, to the {@link #digest}, so that runs with different values differ. */
    public void note(long value) {
        digest = mixed(digest ^ value) + GOLDEN_GAMMA;
    }

    /**
     * Returns the random generator for one purpose, such as "latency" or "victims". The same name always gives the same
     * generator, and the generators of different names do not affect each other.
     */
    public RandomGenerator random(String use) {
        return generators.computeIfAbsent(use, name -> new SplittableRandom(mixed(seed ^ mixed(name.hashCode()))));
    }

    /**
     * Plans an event.
     *
     * @param atNanos simulated time; if it has passed, the event happens at the current time
     * @param what a few words for errors and the digest; the same in every run with the same seed
     */
    public Event at(long atNanos, String what, Runnable action) {
        Event event = new Event(this, Math.max(atNanos, nowNanos), ranks.nextLong(), planned++, what, action);
        events.add(event);
        pending++;
        return event;
    }

    /** Plans an event {@code delayNanos} from now. */
    public Event after(long delayNanos, String what, Runnable action) {
        return at(later(delayNanos), what, action);
    }

    /** Plans an event after a delay. */
    public Event after(Duration delay, String what, Runnable action) {
        return after(delay.toNanos(), what, action);
    }

    /** A listener for the events of a run. */
    @FunctionalInterface
    public interface Watcher {
        /** Learns that an event is about to happen. */
        void happens(long atNanos, String what);

        /** Takes a line of text from {@link #tell}. The default passes it on as if it were an event. */
        default void told(long atNanos, String line) {
            happens(atNanos, line);
        }
    }

    /** Sets the listener that is called for each later event. */
    public void watch(Watcher told) {
        watcher = told;
    }

    /** Passes a line to the watcher, if there is one. It does not affect the run. */
    public void tell(Supplier<String> line) {
        Watcher told = watcher;
        if (told != null) {
            told.told(nowNanos, line.get());
        }
    }

    /** Adds a check that runs after every event; it throws, with the found values, if its invariant does not hold. */
    public void invariant(String name, Runnable check) {
        invariants.add(new Invariant(name, check));
    }

    /** Runs the next event and the invariants; returns false if there is no event. */
    public boolean step() {
        Event next = next();
        if (next == null) {
            return false;
        }
        events.poll();
        pending--;
        nowNanos = next.atNanos();
        recent[(int) (happened % RECENT_EVENTS)] = next;
        happened++;
        note(nowNanos);
        note(next.what().hashCode());
        Watcher told = watcher;
        if (told != null) {
            told.happens(nowNanos, next.what());
        }
        if (happened > eventLimit) {
            throw failure(
                    "no end after " + eventLimit + " events: the run is stuck in a loop, or the limit is too low",
                    null);
        }
        try {
            next.take().run();
        } catch (SimulationException known) {
            throw known;
        } catch (RuntimeException | Error fault) {
            throw failure("event '" + next.what() + "' failed: " + fault, fault);
        }
        check(next);
        return true;
    }

    /** Runs events until there are none. */
    public void run() {
        boolean more = true;
        while (more) {
            more = step();
        }
    }

    /**
     * Runs events until {@code done} is true.
     *
     * @throws SimulationException if it is not true after {@code limit} of simulated time, or there are no more events
     */
    public void runUntil(BooleanSupplier done, Duration limit) {
        long endNanos = later(limit.toNanos());
        while (!done.getAsBoolean()) {
            long nextNanos = nextNanos();
            if (nextNanos == Long.MAX_VALUE && pending == 0) {
                throw failure("nothing is left to happen, and what was awaited did not come", null);
            }
            if (nextNanos > endNanos) {
                throw failure("what was awaited did not come in " + seconds(limit.toNanos()), null);
            }
            step();
        }
    }

    /** Runs the events of a span of simulated time; the time is then the end of the span. */
    public void runFor(Duration span) {
        long endNanos = later(span.toNanos());
        while (pending > 0 && nextNanos() <= endNanos) {
            step();
        }
        nowNanos = endNanos;
    }

    /** Returns the time of the next event; {@link Long#MAX_VALUE} if there is none. */
    public long nextNanos() {
        Event next = next();
        return next == null ? Long.MAX_VALUE : next.atNanos();
    }

    /** Creates an exception with the seed, the time and the last events, so that the failure can be repeated. */
    public SimulationException failure(String what, @Nullable Throwable cause) {
        StringBuilder message = new StringBuilder(what)
                .append(" (seed ")
                .append(seed)
                .append(", ")
                .append(seconds(nowNanos))
                .append(" after the start, event ")
                .append(happened)
                .append(')');
        String waiters = waiting.get();
        if (!waiters.isEmpty()) {
            message.append(System.lineSeparator()).append(waiters);
        }
        message.append(System.lineSeparator()).append("last events:");
        for (long number = Math.max(0, happened - RECENT_EVENTS); number < happened; number++) {
            Event event = recent[(int) (number % RECENT_EVENTS)];
            if (event != null) {
                message.append(System.lineSeparator())
                        .append("  ")
                        .append(seconds(event.atNanos()))
                        .append(' ')
                        .append(event.what());
            }
        }
        return new SimulationException(message.toString(), seed, nowNanos, cause);
    }

    /** Sets the source of the text that says, in an error, what the simulation's threads wait for. */
    void describeWaiting(Supplier<String> description) {
        waiting = description;
    }

    /** Moves the simulated time forward to {@code atNanos}, without running events. */
    void advanceTo(long atNanos) {
        nowNanos = Math.max(nowNanos, atNanos);
    }

    long later(long delayNanos) {
        if (delayNanos < 0) {
            throw new IllegalArgumentException("expected a delay of 0 ns or more, found " + delayNanos);
        }
        return delayNanos > Long.MAX_VALUE - nowNanos ? Long.MAX_VALUE : nowNanos + delayNanos;
    }

    /**
     * Counts a cancelled event, which stays in the heap until its time comes or until most events in the heap are
     * cancelled.
     */
    void forget() {
        pending--;
        if (events.size() > MANY_EVENTS && events.size() > 2 * pending) {
            events.removeIf(event -> !event.isPending());
        }
    }

    /** Returns whether the next event runs no process's code, so that it cannot block. */
    boolean isNextPlain() {
        Event next = next();
        return next != null && next.isPlain();
    }

    private @Nullable Event next() {
        Event next = events.peek();
        while (next != null && !next.isPending()) {
            events.poll();
            next = events.peek();
        }
        return next;
    }

    private void check(Event after) {
        for (Invariant invariant : invariants) {
            try {
                invariant.check().run();
            } catch (RuntimeException | Error broken) {
                throw failure(
                        "invariant '" + invariant.name() + "' does not hold after event '" + after.what() + "': "
                                + broken,
                        broken);
            }
        }
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.9f s", nanos / 1e9);
    }

    /**
     * Mixes the bits of a value, so that every bit of the input affects every bit of the result (the finalizer of
     * SplitMix64).
     */
    private static long mixed(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    private record Invariant(String name, Runnable check) {}
}
