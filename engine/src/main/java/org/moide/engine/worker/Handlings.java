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

    /** Returns the encoder for states of workers that no thread has. */
    SavedWorkers.StateEncoder states(long nowNanos) {
        H encoder = all.get(0);
        return slot -> encoder.encoded(slot.worker(), WorkerCell.of(slot.state(), nowNanos));
    }

    /**
     * Returns how many tasks were handled by a compute thread and by spare threads in its place. A spare thread counts
     * for the compute thread that its number, modulo the number of compute threads, gives.
     */
    long tasks(int index, int computeThreads) {
        long tasks = 0;
        for (H handling : all) {
            tasks += handling.number() % computeThreads == index ? handling.handledTasks() : 0;
        }
        return tasks;
    }

    /**
     * Returns for how long a compute thread has waited while no spare thread worked in its place. That thread calls it.
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

    /** Returns whether no spare thread has handled tasks in place of a compute thread. */
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

    /** Returns the handler that has been under way for longest; null if none is. */
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
