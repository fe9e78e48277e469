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

/** The engines of one run on this host. Any thread. Children are started with the lock held, and ended without it. */
final class HostedRun {
    private final String runId;
    private final NodeReference coordinator;
    private final RunOwner owner;
    private final Outbox<DaemonNews> outbox;
    private final Timing timing;
    private final Ticker ticker;
    private final long sinceNanos;
    private final Object lock = new Object();
    // The lock guards both fields.
    private final Map<Integer, HostedEngine> engines = new TreeMap<>();
    private boolean ended;
    // The numbers of threads of other runs that were reported last, by run.
    private Map<String, Integer> told = Map.of();

    /** Creates the run from the order for its first engine on this host. */
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

    /** Starts a child. Called with the run's lock held, so that a repeated order starts only one. */
    interface Launch {
        EngineChild child(HostedRun run);
    }

    /** Returns the engine for an order: a new child, or the one that an earlier copy of the order has started. */
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

    /** Removes an engine whose child has ended. */
    void forget(int engine, long incarnation) {
        synchronized (lock) {
            HostedEngine known = engines.get(engine);
            if (known != null && known.order().incarnation() == incarnation) {
                engines.remove(engine);
            }
        }
    }

    /** Asks the coordinator to let the engines on this host leave. */
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
     * Reports to the coordinator which other runs are on this host, if that has changed.
     *
     * @param all runs on this host
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
            // Posted with the lock held, so that reports keep their order.
            outbox.post(new DaemonNews.Beside(hostName, processors, others));
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

    /**
     * Waits until the JVMs that stay for later runs have closed this run's engines, for {@link Timing#ending} at most.
     * JVMs of a failed run do not stay; they end.
     */
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

    /** Asks all children to end, and accepts no further engine. Does not block. */
    List<HostedEngine> askToEnd() {
        List<HostedEngine> all;
        synchronized (lock) {
            ended = true;
            all = new ArrayList<>(engines.values());
        }
        all.forEach(engine -> engine.child().askToEnd());
        return all;
    }

    /** Ends all children, waits for each, and sends their last lines. */
    void end() {
        List<HostedEngine> all = askToEnd();
        all.forEach(engine -> engine.child().close());
        try {
            // The coordinator gets half of the remaining time to take the last lines.
            outbox.flush(timing.ending().toNanos() / 2);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        outbox.close();
    }
}
