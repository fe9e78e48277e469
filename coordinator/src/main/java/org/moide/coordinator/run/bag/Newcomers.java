package org.moide.coordinator.run.bag;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.run.state.Seat;
import org.moide.coordinator.run.state.Seats;

/**
 * Measures which share of a bag's tasks late engines have executed, and which share of the power they had, to compare
 * the two. A late engine is one that joined the running bag. Used by the control thread only.
 *
 * <p>The number of tasks that other engines had executed at the moment when one joined is estimated from the last two
 * heartbeats of each, which come every second.
 */
final class Newcomers {
    private static final double NANOS = 1e9;

    private final Seats seats;
    private final long startNanos;
    private final Map<Integer, Snapshot> arrivals = new TreeMap<>();
    private final Map<Integer, Snapshot> departures = new HashMap<>();
    private final Map<Integer, Long> goneNanos = new HashMap<>();

    /** The number of tasks that each engine had executed at the moment {@code atNanos}. */
    private record Snapshot(long atNanos, Map<Integer, Long> tasks) {
        long of(Seat seat) {
            return tasks.getOrDefault(seat.number(), 0L);
        }
    }

    Newcomers(Seats seats, long startNanos) {
        this.seats = seats;
        this.startNanos = startNanos;
    }

    /** Notes that a late engine is ready and begins to compute. */
    void joined(Seat newcomer, long nowNanos) {
        arrivals.put(newcomer.number(), snapshot(nowNanos));
    }

    /**
     * Notes that an engine no longer computes.
     *
     * @param early whether other engines still compute
     */
    void gone(Seat seat, boolean early, long nowNanos) {
        goneNanos.putIfAbsent(seat.number(), nowNanos);
        if (early) {
            departures.putIfAbsent(seat.number(), snapshot(nowNanos));
        }
    }

    private Snapshot snapshot(long nowNanos) {
        Map<Integer, Long> tasks = new HashMap<>();
        seats.all().forEach(seat -> tasks.put(seat.number(), seat.tasksAt(nowNanos)));
        return new Snapshot(nowNanos, tasks);
    }

    /** Returns the work of each engine. For a late engine it includes the engine's share of the tasks. */
    List<RunOutcome.EngineOutcome> outcomes() {
        Snapshot end = snapshot(endNanos());
        return seats.all().stream()
                .map(seat -> new RunOutcome.EngineOutcome(
                        seat.engine(),
                        seat.statistics(),
                        seat.principal(),
                        joined(seat, end),
                        seat.paceSince(startNanos)))
                .toList();
    }

    /**
     * Returns the time at which the last engine ended. If the run was aborted, returns the time of the last message of
     * any engine.
     */
    private long endNanos() {
        return goneNanos.values().stream()
                .mapToLong(gone -> gone)
                .max()
                .orElseGet(() -> seats.all().stream()
                        .mapToLong(Seat::lastHeardNanos)
                        .max()
                        .orElse(startNanos));
    }

    private RunReport.@Nullable Joined joined(Seat newcomer, Snapshot end) {
        Snapshot from = arrivals.get(newcomer.number());
        if (from == null) {
            return null;
        }
        Snapshot to = departures.getOrDefault(newcomer.number(), end);
        double tasks = 0;
        double power = 0;
        for (Seat seat : seats.all()) {
            tasks += tasks(seat, from, to);
            power += powerSeconds(seat, from, to);
        }
        return new RunReport.Joined(
                Math.max(0, from.atNanos() - startNanos) / NANOS,
                newcomer.firstTaskNanos() < 0 ? Double.NaN : newcomer.firstTaskNanos() / NANOS,
                tasks > 0 ? tasks(newcomer, from, to) / tasks : 0,
                power > 0 ? powerSeconds(newcomer, from, to) / power : 0);
    }

    private static double tasks(Seat seat, Snapshot from, Snapshot to) {
        return Math.max(0, to.of(seat) - from.of(seat));
    }

    /**
     * Returns the engine's power multiplied by the number of seconds for which the engine was there between the two
     * moments.
     */
    private double powerSeconds(Seat seat, Snapshot from, Snapshot to) {
        Snapshot came = arrivals.getOrDefault(seat.number(), from);
        long wentNanos = goneNanos.getOrDefault(seat.number(), to.atNanos());
        long nanos = Math.min(to.atNanos(), wentNanos) - Math.max(from.atNanos(), came.atNanos());
        return seat.engine().power() * Math.max(0, nanos) / NANOS;
    }
}
