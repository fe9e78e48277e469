package org.moide.engine.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Crew;
import org.moide.balance.worker.Cut;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.leave.Departure;
import org.moide.balance.worker.round.CutRounds;
import org.moide.balance.worker.round.QuietRounds;

/**
 * Handles the departure of an engine while the workers of the other engines continue; engine 0 leads it. Only the
 * leaving engine waits: its handlers end, its workers move, and it exchanges last messages with all other engines. Then
 * engine 0 removes it, at a moment without a wave of the termination detection and without a cut. Until then the engine
 * takes part in all waves and cuts, so that its loss is handled like any other. Used by the control thread.
 */
final class Leaving implements LeaveMessage.Handler {
    /**
     * First pause before an engine checks again whether its threads are ready for the next step. Pauses grow up to
     * {@link #LONGEST_PAUSE_NANOS}, because a handler may take hours.
     */
    private static final long FIRST_PAUSE_NANOS = 1_000_000;

    private static final long LONGEST_PAUSE_NANOS = 50_000_000;
    private static final int WAITS_FOR_ONE_PAUSE = 8;

    private final int self;
    private final Crew crew;
    private final Cut cut;
    private final Ports ports;
    private final Deque<LeaveMessage.Wants> waiting = new ArrayDeque<>(); // used on engine 0
    private LeaveMessage.@Nullable Wants course; // the engine that is leaving now; used on engine 0
    private LeaveMessage.@Nullable Legacy legacy;
    private final Set<Integer> parted = new TreeSet<>();

    private @Nullable Departure departure; // the departure in progress
    private long sinceNanos; // the time at which the departure began
    private boolean saidNoneComes;
    private boolean emptied;
    private boolean closing;
    private boolean closed;
    private final Set<Integer> unparted =
            new TreeSet<>(); // engines that have left and to which this engine has not sent its farewell
    private int safePoints; // the number of safe points of all engines that have begun on this engine and not ended

    // State of the leaving engine:
    private final Set<Integer> noneComeFrom = new TreeSet<>();
    private final Set<Integer> lastWords = new TreeSet<>();
    private final Set<Integer> farewells = new TreeSet<>();
    private boolean handedOver;
    private boolean saidEmptied;
    private boolean saidLast;
    private boolean out;

    /** Services of the engine that a departure uses. */
    public interface Ports {
        /**
         * Sends a message to the control thread of another engine, after all messages that were sent to that engine's
         * workers.
         */
        void tell(int engine, LeaveMessage message);

        /** Sends a message like {@link #tell}, and from now on refuses messages to workers of that engine. */
        void tellLast(int engine, LeaveMessage message);

        /** Returns the power of an engine, summed over its threads. */
        double power(int engine);

        /** Notes that an engine is leaving, so that the balancing and later snapshots take that into account. */
        void leaves(Departure departure);

        /** Returns whether this engine has stored all of its snapshots. */
        boolean isStored();

        /** Returns the results of workers that have ended on this engine. */
        List<LastResult> results();

        /** Takes over the results of workers that ended on an engine that has left. */
        void inherit(List<LastResult> results);

        /**
         * Uses the registration (table of engines) with this number for safe points and other collective operations
         * from now on.
         */
        void meetBy(long epoch);

        /** Ends this engine's threads, because the engine has left the run. */
        void out();
    }

    /**
     * Begins without a departure.
     *
     * @param self this engine's process number
     */
    public Leaving(int self, WorkerTable table, Ports ports) {
        this.self = self;
        this.crew = table.crew();
        this.cut = table.cut();
        this.ports = ports;
    }

    /**
     * Returns, on engine 0, whether the departure has come so far that only its last step is missing: engine 0 must
     * remove the engine.
     */
    public boolean isAnyReady() {
        LeaveMessage.Wants its = course;
        return its != null && legacy != null && parted.containsAll(others(its.engine(), self));
    }

    private List<Integer> others(int... without) {
        List<Integer> others = new ArrayList<>(crew.all());
        for (int engine : without) {
            others.remove(Integer.valueOf(engine));
        }
        return others;
    }

    /** Returns the time by which {@link #step} must be called again. */
    public long nextNanos(long now) {
        if (departure == null) {
            sinceNanos = now;
            return Long.MAX_VALUE;
        }
        long pause = Math.max(FIRST_PAUSE_NANOS, (now - sinceNanos) / WAITS_FOR_ONE_PAUSE);
        return now + Math.min(pause, LONGEST_PAUSE_NANOS);
    }

    /**
     * Performs the steps of a departure that are possible now.
     *
     * @param resting whether all workers are at rest, so that nothing may be sent to them
     */
    public void step(boolean resting) {
        LeaveMessage.Wants next = course == null ? waiting.poll() : null;
        if (next != null && crew.staying().contains(next.engine()) && next.engine() != self) {
            course = next;
            List<Integer> heirs = others(next.engine());
            Departure made = new Departure(
                    next.engine(), heirs, heirs.stream().map(ports::power).toList());
            LeaveMessage.Begins begins = new LeaveMessage.Begins(made);
            others(self).forEach(engine -> ports.tell(engine, begins));
            begins(begins);
        }
        Departure now = departure;
        if (now != null && now.process() == self) {
            stepOut(now, resting);
        } else if (now != null) {
            stepBeside(now);
        }
        sayFarewell();
    }

    /** Notes that this engine's threads have reached a safe point at which all threads meet. */
    public void safePointBegins() {
        safePoints++;
    }

    /** Notes that this engine's threads have received all data that they wait for at that safe point. */
    public void safePointEnds() {
        safePoints--;
    }

    /**
     * Sends the farewell to engines that have left, unless a thread of this engine is at a safe point. Those engines
     * end, and close their connections, only after all farewells; a thread at a safe point may still wait for data from
     * them.
     */
    private void sayFarewell() {
        if (safePoints == 0) {
            unparted.forEach(process -> ports.tell(process, new LeaveMessage.Farewell(self)));
            unparted.clear();
        }
    }

    private void stepOut(Departure now, boolean resting) {
        List<Integer> others = others(self);
        if (!handedOver && !resting) {
            handedOver = true;
            crew.handOver(now);
        }
        if (handedOver && !saidEmptied) {
            crew.sendAllAway();
            if (noneComeFrom.containsAll(others) && crew.isEmpty()) {
                saidEmptied = true;
                others.forEach(engine -> ports.tell(engine, new LeaveMessage.Emptied()));
            }
        }
        if (saidEmptied && !saidLast && lastWords.containsAll(others)) {
            saidLast = true;
            for (int engine : others) {
                ports.tell(
                        engine,
                        engine == WorkerTable.DIRECTORY
                                ? new LeaveMessage.Legacy(crew.lastCounts(), cut.ended(), ports.results())
                                : new LeaveMessage.LastWord(self));
            }
        }
        if (out && unparted.isEmpty() && farewells.containsAll(others) && ports.isStored()) {
            departure = null;
            ports.out();
        }
    }

    private void stepBeside(Departure now) {
        if (!saidNoneComes && crew.isNobodyUnderWayTo(now.process())) {
            saidNoneComes = true;
            ports.tell(now.process(), new LeaveMessage.NoneComes(self));
        }
        if (emptied && closing && !closed && crew.hasInherited(now.process())) {
            closed = true;
            crew.close(now.process());
            ports.tellLast(now.process(), new LeaveMessage.LastWord(self));
        }
    }

    /**
     * Removes, on engine 0, an engine that has completed its departure, and tells all. Does nothing while a wave of the
     * termination detection or a cut (snapshot) is in progress in which that engine takes part.
     */
    public void dismissIfReady(QuietRounds rounds, CutRounds cuts, boolean mayDo, long now) {
        LeaveMessage.Wants its = course;
        if (its == null || !isAnyReady() || !mayDo || !rounds.mayJoin() || cuts.isOpen()) {
            return;
        }
        LeaveMessage.Legacy last = Objects.requireNonNull(legacy, "it is ready");
        rounds.leaves(its.engine(), last.counts(), now);
        cuts.leaves(its.engine(), last.counts());
        cut.inherit(last.ended());
        ports.inherit(last.results());
        LeaveMessage.Gone gone = new LeaveMessage.Gone(its.epoch());
        others(self).forEach(engine -> ports.tell(engine, gone));
        gone(gone);
    }

    // --- messages ---------------------------------------------------------------------------------------------------

    @Override
    public void wants(LeaveMessage.Wants wants) {
        waiting.add(wants);
    }

    @Override
    public void begins(LeaveMessage.Begins begins) {
        departure = begins.departure();
        crew.leaves(begins.departure().process());
        ports.leaves(begins.departure());
    }

    @Override
    public void noneComes(LeaveMessage.NoneComes noneComes) {
        noneComeFrom.add(noneComes.engine());
    }

    @Override
    public void emptied(LeaveMessage.Emptied gone) {
        emptied = true;
        if (self == WorkerTable.DIRECTORY) {
            LeaveMessage.Wants its = Objects.requireNonNull(course, "it has begun to leave");
            others(self, its.engine()).forEach(engine -> ports.tell(engine, new LeaveMessage.Close()));
            closing = true;
        }
    }

    @Override
    public void close(LeaveMessage.Close close) {
        closing = true;
    }

    @Override
    public void lastWord(LeaveMessage.LastWord lastWord) {
        Departure now = departure;
        if (now != null && now.process() == self) {
            lastWords.add(lastWord.engine());
        } else {
            ports.tell(WorkerTable.DIRECTORY, new LeaveMessage.Parted(self));
        }
    }

    @Override
    public void legacy(LeaveMessage.Legacy last) {
        legacy = last;
    }

    @Override
    public void parted(LeaveMessage.Parted its) {
        parted.add(its.engine());
    }

    @Override
    public void gone(LeaveMessage.Gone gone) {
        Departure its = Objects.requireNonNull(departure, "it has begun to leave");
        if (its.process() == self) {
            out = true;
            return;
        }
        crew.gone(its.process());
        ports.meetBy(gone.epoch());
        unparted.add(its.process());
        sayFarewell();
        course = null;
        legacy = null;
        parted.clear();
        departure = null;
        saidNoneComes = false;
        emptied = false;
        closing = false;
        closed = false;
    }

    @Override
    public void farewell(LeaveMessage.Farewell farewell) {
        farewells.add(farewell.engine());
    }
}
