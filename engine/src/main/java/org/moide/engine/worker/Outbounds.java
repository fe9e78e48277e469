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
 * What goes to each of the other engines. Any thread; see {@link Outbound}. An engine that joins can be reached before
 * it takes part: others, which know of it already, may have workers there by then.
 */
final class Outbounds {
    private final WorkerPorts ports;
    private volatile @Nullable Outbound[] byProcess; // null for those that had left before this engine came
    private final AtomicInteger joined; // that take part, or did

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
     * An engine that is to join is reached by this way; not by that of one before it which has not come after all.
     *
     * @param next it is the last of these
     * @throws IllegalStateException if its number is that of another
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
     * This process takes part from here on.
     *
     * @throws IllegalStateException if it is not the next
     */
    void join(int process) {
        if (process >= byProcess.length || !joined.compareAndSet(process, process + 1)) {
            throw new IllegalStateException(
                    "expected process " + joined.get() + " to be the next that joins, found " + process);
        }
    }

    /**
     * Takes a message to a worker; false if nothing is said to the workers there any more, since that engine leaves, or
     * has left.
     */
    boolean add(int process, WorkerMessage message) {
        Outbound outbound = byProcess[process];
        return outbound != null && outbound.add(message);
    }

    /** A message to an engine that leaves: nothing is said to its workers after this. */
    void addLast(int process, Object message) {
        to(process).addLast(message);
    }

    /** A message of the rounds, or of the balancing. */
    void addOther(int process, Object message) {
        to(process).addOther(message);
    }

    private Outbound to(int process) {
        return Objects.requireNonNull(byProcess[process], "one that has left");
    }

    /** Sends all that is there; may wait. */
    void flush() {
        for (Outbound outbound : byProcess) {
            if (outbound != null) {
                outbound.flush();
            }
        }
    }

    /** Sends what waits for nothing more: see {@link Outbound#isUrgent}; may wait. */
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

    /** About how long so many bytes take to an engine. */
    long nanos(int process, long bytes) {
        return to(process).nanos(bytes);
    }
}
