package org.moide.engine.worker;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Slot;
import org.moide.engine.control.EngineReport.Recorded.WorkerPart;

/** The recorded tasks of one thread. Used by that thread until all tasks are handled. */
final class WorkerRow {
    /** The number of numbers that are recorded for each task. */
    private static final int NUMBERS = WorkerPart.NUMBERS;

    /**
     * The number of tasks of each class whose encoded lengths are measured. For further tasks of the class the mean
     * length is recorded.
     */
    private static final int LOOKED_AT = 64;

    private final WorkerLog log;
    private final Map<Class<?>, Lengths> lengths = new HashMap<>();
    private long[] tasks = new long[NUMBERS * 256];
    private int count;
    private long current = WorkerPart.NO_CAUSE;
    private long startNanos;

    private static final class Lengths {
        private long looks;
        private long bytes;
    }

    WorkerRow(WorkerLog log) {
        this.log = log;
    }

    /**
     * Notes that the thread is about to handle a task.
     *
     * @param cause the number of the task that sent it
     */
    public void begin(long cause, long nowNanos) {
        current = log.next(cause);
        startNanos = nowNanos;
    }

    /** Leaves out of the task's run time a time in which its handler has waited for an answer. */
    public void waited(long nanos) {
        startNanos += nanos;
    }

    /**
     * Returns the number of the current task. It is unique among all engines, and greater than the number of the task
     * that sent it.
     */
    public long current() {
        return current;
    }

    /**
     * Records the current task after it was handled.
     *
     * @param object the task as an object
     */
    public void end(long worker, Bodies.Body body, Object object, long nowNanos) {
        if (!log.isRecorded(current)) {
            return;
        }
        if (NUMBERS * (count + 1) > tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * tasks.length);
        }
        int at = NUMBERS * count++;
        tasks[at] = current;
        tasks[at + 1] = body.cause();
        tasks[at + 2] = worker;
        tasks[at + 3] = Math.max(1, nowNanos - startNanos);
        tasks[at + 4] = length(object, body);
    }

    private long length(Object object, Bodies.Body body) {
        Lengths known = lengths.computeIfAbsent(object.getClass(), unseen -> new Lengths());
        if (known.looks == LOOKED_AT) {
            return known.bytes / LOOKED_AT;
        }
        long bytes = body.length();
        known.looks++;
        known.bytes += bytes;
        return bytes;
    }

    /**
     * Records a worker that has ended.
     *
     * @param state the worker's encoded state; null if it has none
     */
    public void ended(Slot slot, byte @Nullable [] state) {
        log.ended(slot, state);
    }

    long[] tasks() {
        return Arrays.copyOf(tasks, NUMBERS * count);
    }
}
