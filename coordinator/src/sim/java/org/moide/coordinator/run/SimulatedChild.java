package org.moide.coordinator.run;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BegunTask;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.sim.SimCluster;
import org.moide.commlib.sim.SimNode;
import org.moide.engine.host.ChildEnd;
import org.moide.engine.host.ChildFailedException;
import org.moide.engine.host.ChildListener;
import org.moide.engine.host.EngineChild;
import org.moide.engine.host.EngineControl;
import org.moide.engine.host.EngineStarter;
import org.moide.engine.host.LaunchOrder;
import org.moide.engine.host.MemoryFigures;

/**
 * An engine's process that a simulated daemon has started. What the process reports, and its end, reach the daemon
 * through a pipe, in order and after a delay. The process ends when the daemon is gone or wants it to end. Used by one
 * simulated thread at a time.
 */
final class SimulatedChild implements EngineChild, EngineControl {
    private static final Duration POLITE = Duration.ofSeconds(2);

    /** The longest time that the process usually takes to end. In rare cases it takes up to {@code LONG_ENDING}. */
    private static final Duration ENDING = Duration.ofMillis(20);

    private static final Duration LONG_ENDING = Duration.ofMillis(1_300);
    private static final int LONG_ONCE_IN = 4;

    private static final int FAILED = 1;
    private static final int KILLED = 137;
    private static final int HALTED = 3;

    private final SimCluster cluster;
    private final SimNode parent;
    private final SimNode process;
    private final LaunchOrder order;
    private final ChildListener listener;
    private final Runnable whenTold;
    private final RandomGenerator chance;
    private final Signal changed;
    private long heardNanos;
    private boolean asked;
    private @Nullable NodeReference ready;
    private @Nullable ChildEnd end;
    private @Nullable SimulatedNotes notes;

    /**
     * Creates a process that is not started yet.
     *
     * @param whenTold called when the daemon, which is the parent, has been told of the process's end
     */
    SimulatedChild(
            SimCluster cluster,
            SimNode parent,
            SimNode process,
            LaunchOrder order,
            ChildListener listener,
            Runnable whenTold,
            RandomGenerator chance) {
        this.cluster = cluster;
        this.parent = parent;
        this.process = process;
        this.order = order;
        this.listener = listener;
        this.whenTold = whenTold;
        this.chance = chance;
        this.changed = parent.signals().create();
    }

    SimNode process() {
        return process;
    }

    /** Sets the notes into which the engine's threads write which tasks they execute. */
    void writes(SimulatedNotes tasks) {
        notes = tasks;
    }

    SimNode parent() {
        return parent;
    }

    /** Returns whether the parent was told of the process's end. */
    boolean isKnownToHaveEnded() {
        return end != null;
    }

    /** Starts the process. Its engine is created after the time that a JVM takes to start. */
    void start(EngineStarter starter, Duration jvmStart) {
        process.after(jvmStart, "start of " + process, () -> live(starter));
    }

    private void live(EngineStarter starter) {
        try {
            NodeReference node = starter.start(order, this).node();
            hear("a line of " + process, () -> listener.line(process + " is here", false));
            hear(process + " is ready", () -> {
                ready = node;
                changed.raise();
            });
        } catch (Exception impossible) {
            fail("could not start: " + impossible.getMessage());
        }
    }

    // --- the process's side

    @Override
    public void fail(String cause) {
        exit(FAILED, cause);
    }

    @Override
    public void fail(String cause, int thread) {
        die(HALTED, cause);
    }

    @Override
    public void tasksAt(int descriptor) {
        // The tests do not ask which tasks it was executing.
    }

    @Override
    public void applicationComes() {
        // Simulated processes are not kept after a run.
    }

    @Override
    public void finish(boolean inOrder) {
        exit(0, "ended by itself");
    }

    /** Closes the process's standard input, which is how it learns that its parent is gone or wants it to end. */
    void orphan() {
        exit(0, "ended as asked");
    }

    private void exit(int code, String cause) {
        Duration most = chance.nextInt(LONG_ONCE_IN) == 0 ? LONG_ENDING : ENDING;
        process.after(
                Duration.ofNanos(1 + chance.nextLong(most.toNanos())),
                "exit of " + process + ": " + cause,
                () -> die(code, cause));
    }

    /** Kills the process, as a signal does. */
    void kill() {
        die(KILLED, "was killed by SIGKILL");
    }

    /** Ends the process, as a task does that calls {@code Runtime.halt}. */
    void halt() {
        die(HALTED, "ended by itself");
    }

    private void die(int code, String cause) {
        if (process.isAlive()) {
            List<BegunTask> begun = notes == null || asked ? List.of() : notes.begun();
            cluster.kill(process);
            hear("end of " + process, () -> ended(code, cause + " (exit code " + code + ")", begun));
        }
    }

    private void hear(String what, Runnable action) {
        long now = cluster.queue().nanoTime();
        heardNanos = Math.max(heardNanos, now + chance.nextLong(ENDING.toNanos())) + 1;
        parent.after(Duration.ofNanos(heardNanos - now), what, action);
    }

    // --- the parent's side

    private void ended(int code, String cause, List<BegunTask> begun) {
        ChildEnd how = new ChildEnd(code, asked, ready != null, cause, cause, null, begun, code == HALTED);
        listener.ended(how);
        end = how;
        changed.raise();
        whenTold.run();
    }

    @Override
    public long pid() {
        return process.reference().port();
    }

    @Override
    public @Nullable MemoryFigures memory() {
        return null;
    }

    @Override
    public NodeReference awaitReady(Duration deadline) {
        try {
            changed.await(() -> ready != null || end != null, deadline.toNanos());
        } catch (InterruptedException stop) {
            close();
            Thread.currentThread().interrupt();
        }
        NodeReference node = ready;
        if (node != null) {
            return node;
        }
        ChildEnd how = end;
        if (how == null) {
            close();
        }
        throw new ChildFailedException(
                process + (how == null ? " was not ready within " + deadline + " and was ended" : " " + how.cause()));
    }

    @Override
    public void askToEnd() {
        if (!asked) {
            asked = true;
            orphan();
        }
    }

    @Override
    public void close() {
        askToEnd();
        try {
            if (!changed.await(() -> end != null, POLITE.toNanos())) {
                kill();
                changed.await(() -> end != null, POLITE.toNanos());
            }
        } catch (InterruptedException hurry) {
            kill();
            Thread.currentThread().interrupt();
        }
    }
}
