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
 * The messages on their way to each of the other engines. Any thread; see {@link Outbound}. An engine that joins can be
 * reached before it takes part: others, which know of it already, may have workers there by then.
 */
final class Outbounds {
    private final WorkerPorts ports;
    private volatile @Nullable Outbound[] byProcess; // null for those that had left before this engine came
    private final AtomicInteger joined; // processes below this number take part, or did

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
     * Makes an engine that is to join reachable by this way. Replaces the way to an engine of the same number that was
     * expected before and has not come after all.
     *
     * @param next the processes, of which the last is the one that joins
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
     * Counts this process among those that take part from here on.
     *
     * @throws IllegalStateException if it is not the next that joins
     */
    void join(int process) {
        if (process >= byProcess.length || !joined.compareAndSet(process, process + 1)) {
            throw new IllegalStateException(
                    "expected process " + joined.get() + " to be the next that joins, found " + process);
        }
    }

    /**
     * Takes a message to a worker.
     *
     * @return false if nothing is said to the workers of that engine any more, since it leaves or has left
     */
    boolean add(int process, WorkerMessage message) {
        Outbound outbound = byProcess[process];
        return outbound != null && outbound.add(message);
    }

    /** Takes a message to an engine that leaves: nothing is said to its workers after this. */
    void addLast(int process, Object message) {
        to(process).addLast(message);
    }

    /** Takes a message of the rounds or of the balancing. */
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

    /** Sends the batches that are urgent ({@link Outbound#isUrgent}); may wait. */
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

    /** Returns about how long this number of bytes takes to an engine. */
    long nanos(int process, long bytes) {
        return to(process).nanos(bytes);
    }
}
