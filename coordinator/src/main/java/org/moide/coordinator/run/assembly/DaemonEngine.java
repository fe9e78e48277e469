package org.moide.coordinator.run.assembly;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.OutcomeUnknownException;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.port.ObjectSpace.Lifeline;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.control.Backoff;
import org.moide.engine.control.Timing;
import org.moide.engine.host.EngineCreated;
import org.moide.engine.host.EngineDaemon;
import org.moide.engine.host.EngineOrder;
import org.moide.engine.host.RunOwner;
import org.moide.engine.host.ThreadClaim;

/** A place for engines: the host of a daemon, which starts them. */
public final class DaemonEngine implements EngineSite {
    /**
     * The number of bytes per second at which a slow disk is assumed to read, check and copy shipped files. Time limits
     * allow for it.
     */
    private static final long SLOW_BYTES_PER_SECOND = 20 << 20;

    /**
     * The time limit of the call that ends engines, as a multiple of the time limit for the end of one engine. A daemon
     * needs up to two and a half times the latter, but no more than 5 s, to end its engines.
     */
    private static final int ENDINGS = 4;

    /**
     * The limit on the number of times that an order to a daemon is repeated because the reply was lost. It is repeated
     * only after the daemon has answered another call.
     */
    private static final int MOST_REPEATS = 20;

    /**
     * The limit on the number of tries to reopen a broken lifeline. A lifeline is the connection by which a daemon sees
     * that this run is alive. When it breaks, the daemon waits for a while before it ends the run's engines.
     */
    private static final int LIFELINE_TRIES = 30;

    private final RunContext run;
    private final JarShipping shipped;
    private final OwnCopy ownCopy;
    private final NodeReference daemon;
    private final DaemonLeases leases;
    private final boolean ownFolders;
    private final IntSupplier senders;
    private final Signal ended;
    private volatile boolean closed;
    private @Nullable Lifeline lifeline; // guarded by this object

    /**
     * Creates a place for engines.
     *
     * @param ownCopy this process's jars of MOIDE, from which a daemon of another version starts engines
     * @param leases the leases by which the daemon keeps engines' JVMs
     * @param ownFolders whether each engine has a working folder of its own there
     * @param senders returns a new number, counted from 0, for this daemon; the run uses it to tell messages of
     *     different daemons apart
     */
    public DaemonEngine(
            RunContext run,
            JarShipping shipped,
            OwnCopy ownCopy,
            NodeReference daemon,
            DaemonLeases leases,
            boolean ownFolders,
            IntSupplier senders) {
        this.ownFolders = ownFolders;
        this.ownCopy = ownCopy;
        this.leases = leases;
        this.run = run;
        this.shipped = shipped;
        this.daemon = daemon;
        this.senders = senders;
        this.ended = run.ports().around().signals().create();
    }

    @Override
    public AssembledEngine assemble(Assignment assignment, ThreadsThere there) {
        try {
            EngineCreated created = makePatiently(order(assignment, there));
            return AssembledEngine.made(assignment, created.hostName(), created.node(), created.processId());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new NoHostsException("the run ends, and waits for no engine on "
                    + assignment.candidate().daemon());
        } catch (CommException failed) {
            String why = failed instanceof RemoteFailureException remote ? remote.said() : failed.getMessage();
            throw new NoHostsException(
                    "expected an engine on " + assignment.candidate().daemon() + ", found that " + why, failed);
        }
    }

    /**
     * Makes the daemon start the engine. If a call gets no reply although the daemon answers other calls, repeats the
     * whole order. If an order arrives twice, the daemon carries it out once.
     */
    private EngineCreated makePatiently(EngineOrder order) throws InterruptedException {
        for (int left = MOST_REPEATS; ; left--) {
            try {
                return make(order);
            } catch (OutcomeUnknownException unanswered) {
                if (left == 0 || !isThere()) {
                    throw unanswered;
                }
            }
        }
    }

    /**
     * Returns whether the daemon is there, since it answers at least one call. Tries several calls within some seconds,
     * because in a bad network a single call may fail.
     */
    private boolean isThere() throws InterruptedException {
        Timing timing = run.ports().timing();
        Backoff backoff =
                new Backoff(timing, timing.asleep(), run.ports().around().ticker());
        while (!closed && !backoff.isOver()) {
            ended.await(() -> closed, backoff.nextPauseNanos());
            try {
                proxy(timing.look()).missingJars(List.of());
                return true;
            } catch (OutcomeUnknownException again) {
                // tries again
            }
        }
        return false;
    }

    private EngineCreated make(EngineOrder order) throws InterruptedException {
        openLifeline();
        // In addition to the start of the engine, the daemon needs time for its answer and for the shipped files.
        Timing timing = run.ports().timing();
        Duration most = most(shipped.bytes());
        EngineDaemon proxy = proxy(most);
        shipped.sendTo(daemon, most, run.runId());
        if (SoftwareVersion.isCurrent(run.space().version(daemon))) {
            return new OrderedEngine(run.ports(), proxy, order).await(proxy(timing.call()));
        }
        JarShipping software = ownCopy.shipping();
        Duration mostOfBoth = most(shipped.bytes() + software.bytes());
        software.sendTo(daemon, mostOfBoth, run.runId());
        return new OrderedEngine(run.ports(), proxy(mostOfBoth), order.withSoftware(software.jars()))
                .await(proxy(timing.call()));
    }

    /** Returns how long a daemon may take to start an engine for which it receives this number of bytes. */
    private Duration most(long bytes) {
        Timing timing = run.ports().timing();
        return timing.starting().plus(timing.call()).plusSeconds(bytes / SLOW_BYTES_PER_SECOND);
    }

    /**
     * Opens a lifeline, the connection by which the daemon sees that this run is alive, and closes the previous one.
     * One lifeline serves all engines of the daemon. A new lifeline also restores contact with a daemon that could not
     * be reached for a while.
     */
    private void openLifeline() {
        Lifeline opened = run.space()
                .openLifeline(
                        daemon,
                        EngineDaemon.lifelineOf(run.runId()),
                        run.ports().timing().bulk(),
                        this::lifelineBroke);
        Lifeline before;
        synchronized (this) {
            before = closed ? opened : lifeline;
            lifeline = closed ? null : opened;
        }
        if (before != null) {
            before.close();
        }
    }

    /**
     * Reopens the lifeline in a new thread, because it has broken. The lifeline is the connection by which the daemon
     * sees that this run is alive. If it is not back in time, the daemon ends the run's engines.
     */
    private void lifelineBroke() {
        Thread thread = run.ports().around().threads().newThread(this::openLifelineAgain);
        thread.setName("coordinator-lifeline-to-" + daemon.nodeId());
        thread.start();
    }

    private void openLifelineAgain() {
        long since = run.ports().around().ticker().nanoTime();
        long backNanos = run.ports().timing().lifelineBack().toNanos(); // how long the daemon waits for it
        try {
            while (!closed && run.ports().around().ticker().nanoTime() - since < backNanos) {
                try {
                    openLifeline();
                    return;
                } catch (CommException notNow) {
                    ended.await(() -> closed, backNanos / LIFELINE_TRIES);
                }
            }
            // The daemon is gone, or has given up the run. Engines have their own lifelines, so the coordinator notices
            // their loss.
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private EngineOrder order(Assignment assignment, ThreadsThere there) {
        return new EngineOrder(
                run.runId(),
                assignment.engine(),
                AssembledEngine.FIRST_INCARNATION,
                assignment.threads(),
                run.space().self(),
                senders.getAsInt(),
                run.application().files().mainClass(),
                shipped.jars(),
                List.of(),
                run.application().data().references(),
                run.plan().application().arguments().words(),
                run.modeName(),
                assignment.heapBytes(),
                1,
                run.plan().engines().jvmArguments(),
                options(there),
                run.ports().timing().starting(),
                RunOwner.ofThisProcess(run.host()),
                List.of(),
                ownFolders);
    }

    private Map<String, String> options(ThreadsThere there) {
        Map<String, String> all = new LinkedHashMap<>(
                leases.options(run.space(), daemon, run.ports().timing().bulk()));
        all.putAll(there.options());
        return all;
    }

    /**
     * Reserves processors at the daemon for threads of this run, before engines are started there.
     *
     * @param threads the number of threads of all engines there; 0 to give them back
     * @param free whether to reserve only processors that no other run has
     * @return whether they are reserved; also true if the daemon does not answer or is too old to reserve any
     */
    boolean claim(int threads, boolean free) {
        try {
            return proxy(run.ports().timing().call())
                    .claim(new ThreadClaim(
                            run.runId(), run.space().self(), threads, RunOwner.ofThisProcess(run.host()), free));
        } catch (CommException unknown) {
            return true; // the daemon is of an earlier version, or gone, which is noticed at the start of an engine
        }
    }

    private EngineDaemon proxy(Duration deadline) {
        return run.space().proxy(daemon, EngineDaemon.class, EngineDaemon.NAME, deadline);
    }

    @Override
    public void close() {
        Lifeline open;
        synchronized (this) {
            closed = true;
            open = lifeline;
            lifeline = null;
        }
        ended.raise();
        if (open == null) {
            return;
        }
        try {
            proxy(Duration.ofNanos(ENDINGS * run.ports().timing().ending().toNanos()))
                    .endRun(run.runId());
        } catch (CommException gone) {
            // The engine has ended with the daemon, or ends soon because the lifeline is closed.
            return;
        } finally {
            open.close();
        }
    }
}
