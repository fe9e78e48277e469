package org.moide.coordinator.reconfigure;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.engine.control.EngineNumber;
import org.moide.engine.control.Timing;

/** Engines that are made for the numbers of lost ones. Used by the control thread only. */
final class Successors {
    /** The number of engines in a row that may fail to come. After that the next one would fail too. */
    private static final int MOST_TRIES = 3;

    private final EpochTable table;
    private final EpochOutputs outputs;
    private final Set<Integer> newcomers = new HashSet<>();
    private final Set<Integer> failed = new HashSet<>(); // seats
    private final long pauseNanos;
    private int tries;

    /**
     * @param timing the pause between tries is a beat, then two, since a network that is back soon is no reason to
     *     give up
     */
    Successors(EpochTable table, EpochOutputs outputs, Timing timing) {
        this.table = table;
        this.outputs = outputs;
        this.pauseNanos = timing.beat().toNanos();
    }

    /** Requests an engine for this number, on another host than those that have failed. */
    void recruit(EngineNumber number, int threads, Set<Integer> awayFrom) {
        int seat = table.nextSeat();
        Set<Integer> away = new HashSet<>(awayFrom);
        away.addAll(failed);
        outputs.add(new EpochOutput.Recruit(seat, List.of(), threads, away, tries * pauseNanos));
        table.expect(seat, number);
    }

    /** Requests others in place of engines that could not be reached before the first epoch, and tells the user why. */
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

    /** Gives an engine that has come the number that it was made for. Returns false if it was made for none. */
    boolean came(int seat) {
        EngineNumber number = table.expected(seat);
        if (number == null) {
            return false;
        }
        table.set(number, seat);
        newcomers.add(seat);
        return true;
    }

    /** Notes that an engine has not come. Returns whether to have another made. */
    boolean mayTryAgain(int seat) {
        failed.add(seat);
        tries++;
        return tries < MOST_TRIES;
    }

    /** Returns whether an engine has come since all computed last. */
    boolean isNew(int seat) {
        return newcomers.contains(seat);
    }

    void allCompute() {
        tries = 0;
        failed.clear();
        newcomers.clear();
    }
}
