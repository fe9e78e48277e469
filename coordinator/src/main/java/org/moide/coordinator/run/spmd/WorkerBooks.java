package org.moide.coordinator.run.spmd;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.reconfigure.EpochOutput;
import org.moide.coordinator.report.WorkersReport;
import org.moide.coordinator.run.state.Seat;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.ProcessNumber;
import org.moide.engine.control.WorkerStatistics;
import org.moide.engine.control.WorkersNow;

/** Collects the engines' statistics about their workers, for the report of the run. Used by the control thread only. */
final class WorkerBooks {
    /**
     * The limit on the number of samples of all engines together. So many take a megabyte, and suffice for an hour of
     * ten engines.
     */
    private static final int MOST_SAMPLES = 36_000;

    private static final long SECOND = 1_000_000_000;
    private static final double NANOS = 1e9;

    private final boolean kept;
    private final long beganNanos;
    private final Map<Integer, WorkerStatistics> sums = new TreeMap<>();
    private final Map<Integer, List<WorkersReport.Sample>> samples = new TreeMap<>();
    private final List<WorkersReport.Move> moves = new ArrayList<>();
    private final Map<Integer, Long> joinedNanos = new HashMap<>(); // when each seat joined the running epoch
    private List<Integer> seats = List.of();
    private long epochNanos;
    private long intervalNanos = SECOND;
    private int sampled;

    /**
     * Creates the object without statistics.
     *
     * @param kept whether the application has workers; if not, no call has an effect
     */
    WorkerBooks(boolean kept, long nowNanos) {
        this.kept = kept;
        this.beganNanos = nowNanos;
    }

    /**
     * Begins an epoch with its engines. Engines report moves with engine numbers, which are then converted to seats,
     * the numbers that stay the same in all epochs.
     */
    void begin(EpochOutput.Begin epoch, long nowNanos) {
        Map<NodeReference, Integer> bySeat = new HashMap<>();
        epoch.nodes().forEach((seat, node) -> bySeat.put(node, seat));
        seats = epoch.registration().engines().stream()
                .map(Registration.Member::node)
                .map(node -> bySeat.getOrDefault(node, -1))
                .toList();
        epochNanos = nowNanos;
        joinedNanos.clear();
    }

    /** Adds an engine that starts while all other engines compute, with its process number. */
    void joined(int seat, ProcessNumber number, long nowNanos) {
        List<Integer> more =
                // An engine that was to get this number may not have arrived.
                new ArrayList<>(seats.subList(0, number.value()));
        more.add(seat);
        seats = List.copyOf(more);
        joinedNanos.put(seat, nowNanos);
    }

    /**
     * Adds a sample of the state of an engine's workers, if it is time for one. The state came with the engine's
     * heartbeat.
     */
    void stands(Seat seat, WorkersNow workers, long nowNanos) {
        if (!kept) {
            return;
        }
        List<WorkersReport.Sample> before = samples.computeIfAbsent(seat.number(), none -> new ArrayList<>());
        double at = (nowNanos - beganNanos) / NANOS;
        if (isDue(before, at)) {
            before.add(new WorkersReport.Sample(
                    at,
                    workers.workers(),
                    (double) workers.active() / seat.engine().threads()));
            sampled++;
        }
        if (sampled > MOST_SAMPLES) {
            thinOut();
        }
    }

    /**
     * Returns whether it is time for a sample. A heartbeat may come a little early, so nine tenths of the interval
     * suffice.
     */
    private boolean isDue(List<WorkersReport.Sample> before, double atSeconds) {
        return before.isEmpty() || atSeconds - before.get(before.size() - 1).atSeconds() > 0.9 * intervalNanos / NANOS;
    }

    private void thinOut() {
        intervalNanos *= 2;
        sampled = 0;
        for (Map.Entry<Integer, List<WorkersReport.Sample>> each : samples.entrySet()) {
            List<WorkersReport.Sample> kept = new ArrayList<>();
            each.getValue().stream()
                    .filter(sample -> isDue(kept, sample.atSeconds()))
                    .forEach(kept::add);
            each.setValue(kept);
            sampled += kept.size();
        }
    }

    /**
     * Adds the statistics that an engine reports at the end of an epoch.
     *
     * @param last whether the run ends with that epoch; otherwise the engine's workers continue on other engines
     */
    void did(Seat seat, EngineStatistics statistics, boolean last) {
        if (!kept) {
            return;
        }
        WorkerStatistics told = statistics.workers();
        long begunNanos = joinedNanos.getOrDefault(seat.number(), epochNanos);
        told.lastMoves().forEach(move -> moves.add(move(move, begunNanos)));
        moves.sort(Comparator.comparingDouble(WorkersReport.Move::atSeconds));
        moves.subList(0, Math.max(0, moves.size() - WorkerStatistics.MOST_MOVES))
                .clear();
        WorkerStatistics counted = new WorkerStatistics(
                last ? told.workers() : 0,
                told.handled(),
                told.sentAway(),
                told.forwarded(),
                told.mostForwards(),
                told.moves(),
                told.movedBytes(),
                told.pauseNanos(),
                List.of());
        sums.merge(seat.number(), counted, WorkerStatistics::plus);
    }

    private WorkersReport.Move move(WorkerStatistics.Move told, long begunNanos) {
        return new WorkersReport.Move(
                told.worker(),
                seat(told.from()),
                seat(told.to()),
                told.why(),
                told.bytes(),
                told.pauseNanos() / NANOS,
                (begunNanos - beganNanos + told.atNanos()) / NANOS);
    }

    /**
     * Returns these statistics with engines named by seat and not by engine number, since in the next epoch a number
     * may belong to another engine.
     */
    EngineStatistics bySeats(EngineStatistics what) {
        return what.renumbered(engine -> seat(engine) < 0 ? engine : seat(engine));
    }

    private int seat(int process) {
        return process >= 0 && process < seats.size() ? seats.get(process) : -1;
    }

    /** Returns the report; null if the application has no workers. */
    @Nullable
    WorkersReport report() {
        if (!kept) {
            return null;
        }
        List<WorkersReport.EngineWorkers> engines = new ArrayList<>();
        sums.forEach((seat, told) -> engines.add(new WorkersReport.EngineWorkers(
                seat,
                told.workers(),
                told.handled(),
                told.sentAway(),
                told.forwarded(),
                told.mostForwards(),
                told.moves(),
                told.movedBytes(),
                told.pauseNanos() / NANOS)));
        List<WorkersReport.Activity> activity = new ArrayList<>();
        samples.forEach((seat, all) -> activity.add(new WorkersReport.Activity(seat, all)));
        return new WorkersReport(engines, moves, activity);
    }
}
