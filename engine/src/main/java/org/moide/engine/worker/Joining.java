package org.moide.engine.worker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.leave.Departure;
import org.moide.balance.worker.round.CutRounds;
import org.moide.balance.worker.round.QuietRounds;

/**
 * Engines that join or leave while workers go on: engine 0 takes an engine in as soon as it may, and each engine counts
 * the newcomer when it hears of it. {@link Leaving} handles those that leave. Belongs to the control thread.
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

    /** @param hosts the hosts of the engines that take part now */
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

    /** Returns the plan on which all engines have agreed, with the departures since then. Any thread may call it. */
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

    /** Queues, at engine 0, a newcomer that listens until it can be taken in. */
    @Override
    public void listens(JoinMessage.Listens listens) {
        waiting.add(listens.newcomer());
    }

    /** Notes that a safe point at which all meet begins here, or is over. */
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
     * Takes the steps that are due for an engine that leaves.
     *
     * @param resting whether nothing may be sent to workers
     * @return the time at which this method has to be called again at the latest
     */
    long step(boolean resting, long now) {
        leaving.step(resting);
        return leaving.nextNanos(now);
    }

    /**
     * Takes in, at engine 0, an engine that waits to join, or stops counting one that has gone, and tells all others.
     * Does nothing while a wave or a cut is under way, since a newcomer knows nothing of it.
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

    /** Takes in an engine that takes part from here on. */
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
