package org.moide.engine.worker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.leave.Departure;
import org.moide.balance.worker.round.CutRounds;
import org.moide.balance.worker.round.QuietRounds;

/**
 * Handles engines that join or leave while workers continue. Engine 0 adds a newcomer as soon as it may, and each other
 * engine includes the newcomer when engine 0 tells it to. {@link Leaving} handles engines that leave. Used by the
 * control thread.
 */
final class Joining implements JoinMessage.Handler {
    private final WorkerPorts ports;
    private final WorkerControl.Listener listener;
    private final WorkDone work;
    private final Outbounds outbounds;
    private final WorkerTable table;
    private final Balancing balancing;
    private final CutKeeping keeping;
    private final Deque<JoinMessage.Newcomer> waiting = new ArrayDeque<>();
    private final Leaving leaving;
    private volatile EngineSave.Plan plan;
    private KnownHosts hosts;

    /**
     * Begins with the current engines, without a newcomer.
     *
     * @param hosts the hosts of the current engines
     */
    Joining(
            WorkerPorts ports,
            EngineSave.Plan plan,
            KnownHosts hosts,
            Outbounds outbounds,
            WorkerTable table,
            Balancing balancing,
            CutKeeping keeping,
            WorkDone work,
            WorkerControl.Listener listener) {
        this.ports = ports;
        this.plan = plan;
        this.hosts = hosts;
        this.outbounds = outbounds;
        this.table = table;
        this.balancing = balancing;
        this.keeping = keeping;
        this.work = work;
        this.listener = listener;
        this.leaving = new Leaving(ports.engine(), table, new OfLeaving());
    }

    /**
     * Returns the plan, the facts about workers on which all engines have agreed, with later departures. Any thread.
     */
    EngineSave.Plan plan() {
        return plan;
    }

    void heard(CrewMessage message) {
        if (message instanceof JoinMessage join) {
            join.handle(this);
        } else if (message instanceof LeaveMessage leave) {
            leave.handle(leaving);
        }
    }

    /** Queues a newcomer at engine 0 until it can be added. */
    @Override
    public void listens(JoinMessage.Listens listens) {
        waiting.add(listens.newcomer());
    }

    /** Notes that a safe point at which all threads meet begins or ends on this engine. */
    void safePoint(boolean begins) {
        if (begins) {
            leaving.safePointBegins();
        } else {
            leaving.safePointEnds();
        }
    }

    boolean isAnyWaiting() {
        return !waiting.isEmpty() || leaving.isAnyReady();
    }

    /**
     * Takes the possible steps of an engine's departure.
     *
     * @param resting whether all workers are at rest, so that nothing may be sent to them
     * @return the time by which this method must be called again
     */
    long step(boolean resting, long now) {
        leaving.step(resting);
        return leaving.nextNanos(now);
    }

    /**
     * Adds a waiting newcomer, or removes an engine that has left, and tells all other engines. Used on engine 0. Does
     * nothing while a wave of the termination detection or a cut is in progress, in which the newcomer cannot take
     * part.
     */
    void changeIfAnyWaits(QuietRounds rounds, CutRounds cuts, long now) {
        leaving.dismissIfReady(rounds, cuts, !keeping.isSaveThere(), now);
        if (!waiting.isEmpty() && rounds.mayJoin() && !cuts.isOpen() && !keeping.isSaveThere()) {
            JoinMessage.Newcomer newcomer = admit();
            rounds.joins(now);
            cuts.joins();
            countIn(newcomer);
        }
    }

    private JoinMessage.Newcomer admit() {
        JoinMessage.Newcomer newcomer = waiting.remove();
        outbounds.join(newcomer.engine());
        JoinMessage.Joined joined = new JoinMessage.Joined(newcomer);
        for (int engine : table.crew().all()) {
            if (engine != ports.engine()) {
                outbounds.addOther(engine, joined);
            }
        }
        outbounds.addOther(
                newcomer.engine(),
                new JoinMessage.Welcome(
                        plan,
                        hosts.with(newcomer.host()),
                        table.cut().number(),
                        ports.safePoints().kept()));
        return newcomer;
    }

    /** Includes a newcomer that engine 0 has added. */
    @Override
    public void joined(JoinMessage.Joined joined) {
        outbounds.join(joined.newcomer().engine());
        countIn(joined.newcomer());
    }

    private void countIn(JoinMessage.Newcomer newcomer) {
        table.crew().joined(newcomer.engine(), hosts.with(newcomer.host()).fitness());
        hosts = hosts.with(newcomer.host());
        balancing.joined(newcomer.threads(), newcomer.power());
        keeping.joined(newcomer.epoch());
        ports.safePoints().joined(newcomer.epoch());
    }

    private final class OfLeaving implements Leaving.Ports {
        @Override
        public void tell(int engine, LeaveMessage message) {
            outbounds.addOther(engine, message);
        }

        @Override
        public void tellLast(int engine, LeaveMessage message) {
            outbounds.addLast(engine, message);
        }

        @Override
        public double power(int engine) {
            return balancing.power(engine);
        }

        @Override
        public void leaves(Departure departure) {
            plan = plan.without(departure);
            balancing.leaves(departure.process());
        }

        @Override
        public boolean isStored() {
            return !keeping.isSaveThere();
        }

        @Override
        public List<LastResult> results() {
            return work.lastResults();
        }

        @Override
        public void inherit(List<LastResult> results) {
            results.forEach(result -> work.result(result.encoded(), result.cut()));
        }

        @Override
        public void meetBy(long epoch) {
            keeping.joined(epoch);
            ports.safePoints().joined(epoch);
            ports.safePoints().want();
        }

        @Override
        public void out() {
            listener.out();
        }
    }
}
