package org.moide.engine.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.control.Outbox;
import org.moide.engine.control.Timing;

/** The engines of one run on this host. Any thread; children are started under the lock and ended without it. */
final class HostedRun {
    private final String runId;
    private final NodeReference coordinator;
    private final RunOwner owner;
    private final Outbox<DaemonNews> outbox;
    private final Timing timing;
    private final Ticker ticker;
    private final long sinceNanos;
    private final Object lock = new Object();
    // Both: guarded by lock.
    private final Map<Integer, HostedEngine> engines = new TreeMap<>();
    private boolean ended;
    private Map<String, Integer> told = Map.of(); // of others, threads by run

    /** A run that begins here now, by the order for its first engine. */
    HostedRun(EngineOrder first, Outbox<DaemonNews> outbox, Timing timing, Ticker ticker) {
        this.runId = first.runId();
        this.coordinator = first.coordinator();
        this.owner = first.owner();
        this.outbox = outbox;
        this.timing = timing;
        this.ticker = ticker;
        this.sinceNanos = ticker.nanoTime();
    }

    Outbox<DaemonNews> outbox() {
        return outbox;
    }

    /** Starts a child. Called with the run's lock held, so that an order that comes twice makes one. */
    interface Launch {
        EngineChild child(HostedRun run);
    }

    /** Returns the engine that this order asks for: a new child, or the one that an earlier copy of the order made. */
    HostedEngine engine(EngineOrder order, Launch launch) {
        HostedEngine replaced;
        HostedEngine made;
        synchronized (lock) {
            if (ended) {
                throw new ChildFailedException("run " + runId + " is over on this host: no engine is made for it");
            }
            replaced = engines.get(order.engine());
            if (replaced != null && replaced.order().incarnation() == order.incarnation()) {
                return replaced;
            }
            if (replaced != null && replaced.order().incarnation() > order.incarnation()) {
                throw new ChildFailedException(order.name() + ": expected incarnation "
                        + replaced.order().incarnation() + " or later, found " + order.incarnation());
            }
            made = new HostedEngine(order, launch.child(this));
            engines.put(order.engine(), made);
        }
        if (replaced != null) {
            replaced.child().close();
        }
        return made;
    }

    /** Forgets an engine whose child has ended. */
    void forget(int engine, long incarnation) {
        synchronized (lock) {
            HostedEngine known = engines.get(engine);
            if (known != null && known.order().incarnation() == incarnation) {
                engines.remove(engine);
            }
        }
    }

    /** Tells the coordinator that the engines here should leave. */
    void leave() {
        List<Integer> all;
        synchronized (lock) {
            all = List.copyOf(engines.keySet());
        }
        if (!all.isEmpty()) {
            outbox.post(new DaemonNews.Leaving(all));
        }
    }

    /**
     * Tells the coordinator which other runs are here, if that is not what it was told before.
     *
     * @param all that are here
     */
    void tellOthers(List<RunView> all, String hostName, int processors) {
        List<RunView> others =
                all.stream().filter(run -> !run.runId().equals(runId)).toList();
        Map<String, Integer> threads = new TreeMap<>();
        others.forEach(run -> threads.put(run.runId(), run.threads()));
        synchronized (lock) {
            if (ended || threads.equals(told)) {
                return;
            }
            told = threads;
            outbox.post(new DaemonNews.Beside(hostName, processors, others)); // in the order in which they were seen
        }
    }

    int size() {
        synchronized (lock) {
            return engines.size();
        }
    }

    @Nullable
    RunView view() {
        synchronized (lock) {
            List<RunView.EngineView> views =
                    engines.values().stream().map(HostedEngine::view).toList();
            return views.isEmpty()
                    ? null
                    : new RunView(runId, coordinator, views, owner, ticker.nanoTime() - sinceNanos);
        }
    }

    /** Waits for engines that put the run away, whose JVMs stay; not for long: those of a run that failed end. */
    void awaitRest() {
        List<HostedEngine> all;
        synchronized (lock) {
            ended = true;
            all = new ArrayList<>(engines.values());
        }
        for (HostedEngine engine : all) {
            if (engine.child() instanceof RunsEngine stays) {
                stays.awaitRest(timing.ending());
            }
        }
    }

    /** Asks all its children to end, and lets no other come; returns at once. */
    List<HostedEngine> askToEnd() {
        List<HostedEngine> all;
        synchronized (lock) {
            ended = true;
            all = new ArrayList<>(engines.values());
        }
        all.forEach(engine -> engine.child().askToEnd());
        return all;
    }

    /** Ends all its children, waits for each, and sends what they said last. */
    void end() {
        List<HostedEngine> all = askToEnd();
        all.forEach(engine -> engine.child().close());
        try {
            // The coordinator gets half of the time that is left, to take the last lines.
            outbox.flush(timing.ending().toNanos() / 2);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        outbox.close();
    }
}
