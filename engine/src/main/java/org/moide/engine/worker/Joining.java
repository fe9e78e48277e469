package org.moide.engine.worker;

import java.util.ArrayDeque;
import java.util.Deque;
import org.moide.balance.worker.WorkerTable;
import org.moide.balance.worker.round.CutRounds;
import org.moide.balance.worker.round.QuietRounds;
import org.moide.engine.worker.plan.EngineSave;
import org.moide.engine.worker.plan.JoinMessage;
import org.moide.engine.worker.rule.KnownHosts;

/**
 * Engines join while workers go on: engine 0 takes one in when it may, and each engine counts it in when it hears of that. The control
 * thread's.
 */
final class Joining implements JoinMessage.Handler {
    private final WorkerPorts ports;
    private final EngineSave.Plan plan;
    private final Outbounds outbounds;
    private final WorkerTable table;
    private final Balancing balancing;
    private final CutKeeping keeping;
    private final Deque<JoinMessage.Newcomer> waiting = new ArrayDeque<>();
    private KnownHosts hosts;

    /** @param hosts of the engines that take part now */
    Joining(
            WorkerPorts ports,
            EngineSave.Plan plan,
            KnownHosts hosts,
            Outbounds outbounds,
            WorkerTable table,
            Balancing balancing,
            CutKeeping keeping) {
        this.ports = ports;
        this.plan = plan;
        this.hosts = hosts;
        this.outbounds = outbounds;
        this.table = table;
        this.balancing = balancing;
        this.keeping = keeping;
    }

    /** At engine 0: one listens, and waits to be taken in. */
    @Override
    public void listens(JoinMessage.Listens listens) {
        waiting.add(listens.newcomer());
    }

    @Override
    public void welcome(JoinMessage.Welcome welcome) {
        // It was read before there was a table, which was made from it.
    }

    boolean isAnyWaiting() {
        return !waiting.isEmpty();
    }

    /** At engine 0: takes one in, unless a wave or a cut is under way, of which it knows nothing, and tells all others. */
    void admitIfAnyWaits(QuietRounds rounds, CutRounds cuts, long now) {
        if (isAnyWaiting() && rounds.mayJoin() && !cuts.isOpen() && !keeping.isSaveThere()) {
            JoinMessage.Joined joined = admit();
            rounds.joins(now);
            cuts.joins();
            joined(joined);
        }
    }

    private JoinMessage.Joined admit() {
        JoinMessage.Newcomer newcomer = waiting.remove();
        if (newcomer.engine() != outbounds.count()) {
            throw new IllegalStateException(
                    "expected engine " + outbounds.count() + " to be the next that joins, found " + newcomer.engine());
        }
        JoinMessage.Joined joined = new JoinMessage.Joined(newcomer);
        for (int engine = 0; engine < outbounds.count(); engine++) {
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
        return joined;
    }

    /** One takes part from here on. */
    @Override
    public void joined(JoinMessage.Joined joined) {
        JoinMessage.Newcomer newcomer = joined.newcomer();
        outbounds.join();
        hosts = hosts.with(newcomer.host());
        table.joined(outbounds.count(), hosts.fitness());
        balancing.joined(newcomer.threads(), newcomer.power());
        keeping.joined(newcomer.epoch());
        ports.safePoints().joined(newcomer.epoch());
    }
}
