package org.moide.coordinator.reconfigure;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.engine.control.EngineNumber;
import org.moide.engine.control.Timing;

/** Starts an engine for each lost engine, to take over its number. Used by the control thread only. */
final class Successors {
    /**
     * The limit on the number of consecutive engines that fail to start. After it no other engine is tried, since it
     * would fail in the same way.
     */
    private static final int MOST_TRIES = 3;

    private final EpochTable table;
    private final EpochOutputs outputs;
    private final Set<Integer> newcomers = new HashSet<>();
    private final Set<Integer> failed = new HashSet<>(); // the seats of the engines that failed to arrive
    private final long pauseNanos;
    private int tries;

    /**
     * Creates the object without requests.
     *
     * @param timing its heartbeat interval is the pause before the second try. The pause grows by one interval with
     *     each further try, because the network may need time to recover
     */
    Successors(EpochTable table, EpochOutputs outputs, Timing timing) {
        this.table = table;
        this.outputs = outputs;
        this.pauseNanos = timing.beat().toNanos();
    }

    /** Requests an engine for this number, preferably not on the hosts of engines that failed. */
    void recruit(EngineNumber number, int threads, Set<Integer> awayFrom) {
        int seat = table.nextSeat();
        Set<Integer> away = new HashSet<>(awayFrom);
        away.addAll(failed);
        outputs.add(new EpochOutput.Recruit(seat, List.of(), threads, away, tries * pauseNanos));
        table.expect(seat, number);
    }

    /**
     * Requests a replacement for each engine that could not be reached before the first epoch, and tells the user why.
     */
    void recruitFor(List<EnginePlace> engines, Map<Integer, String> missing, Disruption disruption, long nowNanos) {
        for (int number = 0; number < engines.size(); number++) {
            EnginePlace lost = engines.get(number);
            String why = missing.get(lost.seat());
            if (why != null) {
                outputs.note(disruption.notStarted(lost.name(), why, nowNanos));
                recruit(new EngineNumber(number), lost.threads(), Set.of(lost.seat()));
            }
        }
    }

    /** Gives an arrived engine the number that it was started for. Returns false if it was started for none. */
    boolean came(int seat) {
        EngineNumber number = table.expected(seat);
        if (number == null) {
            return false;
        }
        table.set(number, seat);
        newcomers.add(seat);
        return true;
    }

    /** Notes that a requested engine failed to arrive. Returns whether another one may be requested. */
    boolean mayTryAgain(int seat) {
        failed.add(seat);
        tries++;
        return tries < MOST_TRIES;
    }

    /** Returns whether this engine is new: it has arrived since the last time when all engines computed. */
    boolean isNew(int seat) {
        return newcomers.contains(seat);
    }

    void allCompute() {
        tries = 0;
        failed.clear();
        newcomers.clear();
    }
}
