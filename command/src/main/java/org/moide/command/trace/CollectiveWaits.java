package org.moide.command.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.message.Primitive;
import org.moide.commlib.trace.ThreadTrace;

/**
 * Finds the threads for which others waited in collective operations. The record of a wait names only the engine that
 * was waited for. This class finds the thread of that engine that entered the operation last.
 *
 * <p>All threads call the same collectives in the same order, so the n-th call of an operation on one thread belongs to
 * the n-th call on each other thread, counted from the thread's entry into the application. Calls within groups of
 * threads are counted too, so two calls belong together only if they also overlap in time. Used by one thread.
 */
final class CollectiveWaits {
    /**
     * The greatest number of calls that are kept, which take some 16 MiB. A call is kept until other engines have
     * reported their calls, which they do twice a second.
     */
    static final int MOST_VISITS = 1 << 17;

    /** The shortest wait in nanoseconds that is considered; a shorter one is the time that messages take. */
    static final long LEAST_WAIT_NANOS = 20_000;

    private static final Set<String> COLLECTIVES = EnumSet.range(Primitive.BARRIER, Primitive.ALL_TO_ALL).stream()
            .map(Primitive::words)
            .collect(Collectors.toUnmodifiableSet());

    private final int mostVisits;
    private final Map<Track, Counts> tracks = new HashMap<>();
    private final Map<Integer, Integer> losses = new HashMap<>();
    private final Map<Call, List<Visit>> calls = new LinkedHashMap<>();
    private int visits;

    CollectiveWaits(int mostVisits) {
        this.mostVisits = mostVisits;
    }

    /**
     * A thread, by its index in its engine and the number of the engine.
     *
     * @param seat the engine's number, which no other engine of the run has
     */
    record Track(int seat, int thread) {}

    /** A point in time on a thread's line in the trace. */
    record Moment(Track track, long nanos) {}

    /**
     * An arrow in the trace, from the time when the last thread entered an operation to the end of another thread's
     * wait for it.
     */
    record Arrow(Moment from, Moment to) {}

    private record Call(String name, long number) {}

    private record Wait(int forEngine, long start, long end) {
        long nanos() {
            return end - start;
        }
    }

    /**
     * A call of a collective operation on one thread.
     *
     * @param engine the number by which other threads' waits name this thread's engine
     */
    private record Visit(
            Track track,
            int engine,
            long start,
            long end,
            @Nullable Wait waited) {}

    /** The number of calls of each operation by a thread, counted since the thread entered the application. */
    private static final class Counts {
        private final Map<String, Long> calls = new HashMap<>();
        private @Nullable Wait longest; // since the last slice that may contain a wait
        private int losses; // its engine's losses when the thread entered the application
    }

    private Counts of(Track track) {
        return tracks.computeIfAbsent(track, none -> new Counts());
    }

    /**
     * Notes that records of an engine are missing. The counts of its threads are then unknown until they enter the
     * application again.
     */
    void lost(int seat) {
        losses.merge(seat, 1, Integer::sum);
    }

    /** Records that a thread waited for an engine, within the collective operation that it reports next. */
    void waited(Track track, int forEngine, long start, long nanos) {
        if (forEngine < 0 || nanos < LEAST_WAIT_NANOS) {
            return;
        }
        Counts counts = of(track);
        if (counts.longest == null || counts.longest.nanos() < nanos) {
            counts.longest = new Wait(forEngine, start, start + nanos);
        }
    }

    /**
     * Adds a slice of a thread's time: in the application, in a collective operation, or in something else.
     *
     * @param engine the number of the thread's engine in the epoch
     * @return the arrows of calls that are long past
     */
    List<Arrow> was(Track track, int engine, String name, long start, long nanos) {
        Counts counts = of(track);
        Wait wait = counts.longest;
        counts.longest = null;
        int lost = losses.getOrDefault(track.seat(), 0);
        if (name.equals(ThreadTrace.COMPUTE)) {
            counts.calls.clear();
            counts.losses = lost;
            return List.of();
        }
        if (!COLLECTIVES.contains(name) || counts.losses != lost) {
            return List.of();
        }
        long number = counts.calls.merge(name, 1L, Long::sum);
        boolean isIts = wait != null && wait.start() >= start && wait.end() <= start + nanos;
        calls.computeIfAbsent(new Call(name, number), none -> new ArrayList<>())
                .add(new Visit(track, engine, start, start + nanos, isIts ? wait : null));
        visits++;
        List<Arrow> arrows = new ArrayList<>();
        while (visits > mostVisits) {
            Call oldest = calls.keySet().iterator().next();
            List<Visit> of = calls.remove(oldest);
            visits -= of == null ? 0 : of.size();
            arrows.addAll(arrows(of == null ? List.of() : of));
        }
        return arrows;
    }

    /** Returns the arrows that {@link #was} has not returned yet. Called at the end of the trace. */
    List<Arrow> rest() {
        List<Arrow> arrows =
                calls.values().stream().flatMap(of -> arrows(of).stream()).toList();
        calls.clear();
        visits = 0;
        return arrows;
    }

    private static List<Arrow> arrows(List<Visit> call) {
        return call.stream().flatMap(visit -> arrow(visit, call)).toList();
    }

    private static Stream<Arrow> arrow(Visit visit, List<Visit> call) {
        Wait wait = visit.waited();
        if (wait == null) {
            return Stream.empty();
        }
        return call.stream()
                .filter(other -> other.engine() == wait.forEngine()
                        && !other.track().equals(visit.track())
                        && other.start() < wait.end()
                        && other.end() >= wait.start())
                .max(Comparator.comparingLong(Visit::start))
                .map(last -> new Arrow(
                        new Moment(last.track(), Math.max(last.start(), wait.start())),
                        // Just before the wait's end, since the end of a slice is outside it.
                        new Moment(visit.track(), wait.end() - 1)))
                .stream();
    }
}
