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
 * A simulated process. It has the services that code gets from its surroundings: distributed objects, signals, clocks,
 * random generators and threads. Used by the holder of the baton, or by the thread outside the simulation while no
 * simulation runs.
 */
public final class SimNode {
    /** The wall-clock time at which the simulation starts, in all processes whose clock was not set otherwise. */
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

    /** Returns the distributed objects of the process. */
    public SimSpace space() {
        return space;
    }

    /** Returns the reference by which other processes reach this one. */
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

    /** Returns the factory of signals on which its threads wait. */
    public Signal.Factory signals() {
        return cluster.scheduler().signals();
    }

    /**
     * Returns the elapsed time of the process. Each process counts from another moment, so that code which wrongly
     * compares two processes' times fails.
     */
    public Ticker ticker() {
        return clock;
    }

    /** Returns the wall clock of the process, which {@link SimCluster#setClock} may make jump. */
    public InstantSource wallClock() {
        return () -> EPOCH.plusNanos(cluster.queue().nanoTime()).plus(clockOffset);
    }

    /** Returns the random generator of this process for one purpose. */
    public RandomGenerator random(String use) {
        return cluster.queue().random(name + ": " + use);
    }

    /** Returns a fault handler that ends the run with an error. */
    public FaultHandler faults() {
        return (where, fault) -> cluster.scheduler().fault(name + ", " + where, fault);
    }

    /** Starts a thread of this process; {@link SimCluster#run} waits for its end. */
    public Thread start(String role, Runnable task) {
        return start(role, task, SimThread.Role.AWAITED);
    }

    /** Starts a service thread of this process, which may wait for ever. */
    public Thread serve(String role, Runnable task) {
        return start(role, task, SimThread.Role.SERVICE);
    }

    private Thread start(String role, Runnable task, SimThread.Role kind) {
        Thread thread = new SimThread(cluster.scheduler(), name + "-" + role, this, kind, task);
        thread.start();
        return thread;
    }

    /**
     * Returns a factory of service threads (as of {@link #serve}) named {@code <node>-<role>-0}, {@code …-1}, for code
     * that starts its own.
     */
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

    /**
     * Plans an event of this process. It waits while the process is paused, and does not happen if the process is
     * killed.
     */
    public Event after(Duration delay, String what, Runnable action) {
        return cluster.queue().after(delay, what, () -> perform(action));
    }

    /** Makes the calling thread of this process compute for this time, or longer if the process was slowed. */
    public void compute(Duration work) {
        cluster.scheduler().spend(work.multipliedBy(cluster.network().slowness(this)));
    }

    /**
     * Runs an action in the name of this process: now, or, if the process is paused, when it continues; never if the
     * process is killed.
     */
    void perform(Runnable action) {
        if (alive && !defers(() -> perform(action))) {
            cluster.scheduler().actFor(this, action);
        }
    }

    /**
     * Throws if the process was killed. Code may catch the error that ends its thread; this check keeps later calls of
     * such code from having an effect.
     */
    void requireAlive() {
        if (!alive) {
            throw new SimulatedDeath(name + ": the process was killed");
        }
    }

    /** Keeps an action for later if the process is paused. Returns whether it did. */
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
