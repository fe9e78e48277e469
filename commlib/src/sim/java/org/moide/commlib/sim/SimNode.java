package org.moide.commlib.sim;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.NodeReference;

/**
 * A simulated process: all that code needs from outside to run in it instead of a real one. Used by the holder of the baton,
 * or by the thread outside while nothing runs.
 */
public final class SimNode {
    /** The simulation begins at this moment on every process's wall clock that has not been set otherwise. */
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private final SimCluster cluster;
    private final String name;
    private final NodeReference reference;
    private final SimSpace space;
    private final NodeClock clock;
    private final List<Runnable> deferred = new ArrayList<>();
    private Duration clockOffset = Duration.ZERO;
    private boolean alive = true;
    private boolean paused;

    SimNode(SimCluster cluster, String name, NodeReference reference, long tickerOffset) {
        this.cluster = cluster;
        this.name = name;
        this.reference = reference;
        this.clock = new NodeClock(cluster.queue(), tickerOffset);
        this.space = new SimSpace(this);
    }

    /** The distributed objects of the process. */
    public SimSpace space() {
        return space;
    }

    /** The reference by which others reach it. */
    public NodeReference reference() {
        return reference;
    }

    public String name() {
        return name;
    }

    public boolean isAlive() {
        return alive;
    }

    public boolean isPaused() {
        return paused;
    }

    /** The signals at which its threads wait. */
    public Signal.Factory signals() {
        return cluster.scheduler().signals();
    }

    /**
     * The elapsed time of the process: counted from a moment of its own, so comparing two processes' values shows as
     * the mistake it is.
     */
    public Ticker ticker() {
        return clock;
    }

    /** The wall clock of the process, which {@link SimCluster#setClock} may make jump. */
    public InstantSource wallClock() {
        return () -> EPOCH.plusNanos(cluster.queue().nanoTime()).plus(clockOffset);
    }

    /** Chance for one use in this process. */
    public RandomGenerator random(String use) {
        return cluster.queue().random(name + ": " + use);
    }

    /** The handler that ends the run with an error when something is unexpected. */
    public FaultHandler faults() {
        return (where, fault) -> cluster.scheduler().fault(name + ", " + where, fault);
    }

    /** Starts a thread of this process; {@link SimCluster#run} waits for its end. */
    public Thread start(String role, Runnable task) {
        return start(role, task, SimThread.Role.AWAITED);
    }

    /** Starts a thread of this process that serves others and may wait for ever. */
    public Thread serve(String role, Runnable task) {
        return start(role, task, SimThread.Role.SERVICE);
    }

    private Thread start(String role, Runnable task, SimThread.Role kind) {
        Thread thread = new SimThread(cluster.scheduler(), name + "-" + role, this, kind, task);
        thread.start();
        return thread;
    }

    /** Makes threads {@code <node>-<role>-0}, {@code …-1}, of the kind of {@link #serve}, for code that starts its own. */
    public ThreadFactory threads(String role) {
        return new ThreadFactory() {
            private int made;

            @Override
            public Thread newThread(Runnable task) {
                return new SimThread(
                        cluster.scheduler(),
                        name + "-" + role + "-" + made++,
                        SimNode.this,
                        SimThread.Role.SERVICE,
                        task);
            }
        };
    }

    /** Plans an event of this process: it waits while the process is paused, and is off when it is killed. */
    public Event after(Duration delay, String what, Runnable action) {
        return cluster.queue().after(delay, what, () -> perform(action));
    }

    /** The calling thread of this process computes for a while; longer if the process was made slow. */
    public void compute(Duration work) {
        cluster.scheduler().spend(work.multipliedBy(cluster.network().slowness(this)));
    }

    /** Runs something as this process now, or when it goes on, or never. */
    void perform(Runnable action) {
        if (alive && !defers(() -> perform(action))) {
            cluster.scheduler().actFor(this, action);
        }
    }

    /** A thread that was killed in the midst of user code may still catch what ends it: nothing that it does then counts. */
    void requireAlive() {
        if (!alive) {
            throw new SimulatedDeath(name + ": the process was killed");
        }
    }

    /** True if the process is paused, and then keeps what is to be done for when it goes on. */
    boolean defers(Runnable later) {
        if (paused && alive) {
            deferred.add(later);
            return true;
        }
        return false;
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        List<Runnable> late = List.copyOf(deferred);
        deferred.clear();
        for (Runnable action : late) {
            cluster.queue().after(0, "late event of " + name, action);
        }
    }

    void setClockOffset(Duration offset) {
        clockOffset = offset;
    }

    void kill() {
        alive = false;
        paused = false;
        deferred.clear();
        cluster.scheduler().kill(this);
    }

    SimCluster cluster() {
        return cluster;
    }

    @Override
    public String toString() {
        return name;
    }
}
