package org.moide.engine.worker;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.WorkerMessage;
import org.moide.commlib.message.endpoint.EngineWay;
import org.moide.engine.control.ProcessNumber;
import org.moide.engine.control.Processes;

/**
 * The {@link Outbound} batches to all other engines. Any thread. Messages can be sent to a joining engine already
 * before it takes part, because other engines may know it earlier and have placed workers on it.
 */
final class Outbounds {
    private final WorkerPorts ports;
    private volatile @Nullable Outbound[] byProcess; // null for engines that had left before this engine joined
    private final AtomicInteger joined; // processes with lower numbers take part or have left

    Outbounds(WorkerPorts ports) {
        this.ports = ports;
        Processes there = ports.processes();
        this.byProcess = new Outbound[there.last().value() + 1];
        for (int process : there.all()) {
            byProcess[process] = new Outbound(
                    there.rowOf(new ProcessNumber(process)).engine(),
                    ports.way(),
                    ports.around().ticker());
        }
        this.joined = new AtomicInteger(byProcess.length);
    }

    /**
     * Makes a newcomer reachable. Replaces the way to an engine of the same number that was announced before and did
     * not join.
     *
     * @param next the processes; the last one is the newcomer
     * @throws IllegalStateException if its number is not the next one
     */
    synchronized void reach(Processes next, EngineWay way) {
        int process = next.last().value();
        @Nullable Outbound[] before = byProcess;
        if (process < joined.get() || process > before.length) {
            throw new IllegalStateException(
                    "registration " + next.registration().epoch() + ": expected process " + joined.get()
                            + " to be the next that joins, found " + process);
        }
        @Nullable Outbound[] all = Arrays.copyOf(before, Math.max(before.length, process + 1));
        int place = next.rowOf(next.last()).engine();
        all[process] = new Outbound(place, way, ports.around().ticker());
        byProcess = all;
    }

    /**
     * Includes a newcomer among the engines that take part.
     *
     * @throws IllegalStateException if it is not the next process number
     */
    void join(int process) {
        if (process >= byProcess.length || !joined.compareAndSet(process, process + 1)) {
            throw new IllegalStateException(
                    "expected process " + joined.get() + " to be the next that joins, found " + process);
        }
    }

    /**
     * Adds a message to a worker on another engine.
     *
     * @return false if the engine is leaving or has left, and messages to its workers are closed
     */
    boolean add(int process, WorkerMessage message) {
        Outbound outbound = byProcess[process];
        return outbound != null && outbound.add(message);
    }

    /** Adds the last message to an engine that is leaving, and closes messages to its workers. */
    void addLast(int process, Object message) {
        to(process).addLast(message);
    }

    /**
     * Adds a message about rounds (of the termination detection, or of snapshots) or about balancing, to the control
     * thread of another engine.
     */
    void addOther(int process, Object message) {
        to(process).addOther(message);
    }

    private Outbound to(int process) {
        return Objects.requireNonNull(byProcess[process], "one that has left");
    }

    /** Sends all batches. May block. */
    void flush() {
        for (Outbound outbound : byProcess) {
            if (outbound != null) {
                outbound.flush();
            }
        }
    }

    /** Sends the batches that are urgent ({@link Outbound#isUrgent}). May block. */
    void flushUrgent() {
        for (Outbound outbound : byProcess) {
            if (outbound != null && outbound.isUrgent()) {
                outbound.flush();
            }
        }
    }

    boolean isAnythingThere() {
        for (Outbound outbound : byProcess) {
            if (outbound != null && !outbound.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the estimated time of a transfer of this size to an engine. */
    long nanos(int process, long bytes) {
        return to(process).nanos(bytes);
    }
}
