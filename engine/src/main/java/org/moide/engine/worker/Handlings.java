package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.SavedWorkers;
import org.moide.balance.worker.round.RoundMessage;
import org.moide.engine.control.WorkersNow;

/** The threads of an engine that handle workers' tasks. Any thread. */
final class Handlings<H extends Handling<?, ?, ?>> {
    private final List<H> all = new CopyOnWriteArrayList<>();

    H add(H handling) {
        all.add(handling);
        return handling;
    }

    /** Returns an encoder for states of workers that no thread is handling. */
    SavedWorkers.StateEncoder states(long nowNanos) {
        H encoder = all.get(0);
        return slot -> encoder.encoded(slot.worker(), WorkerCell.of(slot.state(), nowNanos));
    }

    /**
     * Returns the number of tasks that a compute thread and its spare threads have handled. A spare thread belongs to
     * the compute thread whose index is its number modulo the number of compute threads.
     */
    long tasks(int index, int computeThreads) {
        long tasks = 0;
        for (H handling : all) {
            tasks += handling.number() % computeThreads == index ? handling.handledTasks() : 0;
        }
        return tasks;
    }

    /**
     * Returns the time that a compute thread has waited for tasks or answers, without the time in which its spare
     * threads have worked in its place. Called by that compute thread.
     */
    long waitNanos(int index, int computeThreads) {
        long nanos = 0;
        for (H handling : all) {
            if (handling.number() == index) {
                nanos += handling.waitedNanos();
            } else if (handling.number() % computeThreads == index) {
                nanos -= handling.busyNanos();
            }
        }
        return Math.max(0, nanos);
    }

    /** Returns whether no spare thread of a compute thread has handled tasks. */
    boolean isAlone(int index, int computeThreads) {
        return all.stream()
                .noneMatch(handling -> handling.number() != index
                        && handling.number() % computeThreads == index
                        && handling.handledTasks() > 0);
    }

    /** Returns the handlers that wait for answers. */
    List<RoundMessage.HandlerWait> waits() {
        List<RoundMessage.HandlerWait> waits = new ArrayList<>();
        for (H handling : all) {
            RoundMessage.HandlerWait wait = handling.waitsFor();
            if (wait != null) {
                waits.add(wait);
            }
        }
        return waits;
    }

    /** Returns the handler that has been running for longest; null if none is running. */
    WorkersNow.@Nullable Handler longest(long nowNanos) {
        WorkersNow.Handler longest = null;
        for (H handling : all) {
            WorkersNow.Handler in = handling.now(nowNanos);
            if (in != null && (longest == null || in.nanos() > longest.nanos())) {
                longest = in;
            }
        }
        return longest;
    }
}
