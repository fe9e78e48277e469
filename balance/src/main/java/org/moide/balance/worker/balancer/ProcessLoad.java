package org.moide.balance.worker.balancer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.moide.balance.worker.strategy.Activity;

/**
 * The load of this process over a window, computed from the figures of each step.
 *
 * <p>Its demand is the mean number of busy threads, as {@link Activity} measures it, plus the number of threads that
 * would work off the queue within one window, by recent task times.
 */
final class ProcessLoad {
    /**
     * The task time assumed before any task has ended. Tasks of about this length are usual for workers, whose messages
     * cost some ten microseconds each.
     */
    private static final double FIRST_TASK_NANOS = 1_000_000;

    /** The number of steps in a window whose figures are kept. If there are more steps, some are left out. */
    private static final int POINTS = 64;

    private final int threads;
    private final long windowNanos;
    private final Activity activity;
    private final long startNanos;
    private final Deque<Point> points = new ArrayDeque<>();
    private double taskNanos = FIRST_TASK_NANOS;
    private LocalLoad local = new LocalLoad(0, 0, 0, 0, 0, List.of());
    private long nowNanos;

    /** The figures of one step of the balancer. */
    private record Point(long atNanos, long busyNanos, long handledTasks) {}

    ProcessLoad(int threads, long windowNanos, Activity activity, long nowNanos) {
        this.threads = threads;
        this.windowNanos = windowNanos;
        this.activity = activity;
        this.startNanos = nowNanos;
        this.nowNanos = nowNanos;
    }

    /** Takes over the figures of one step of the balancer. */
    void step(LocalLoad now, long atNanos) {
        nowNanos = Math.max(nowNanos, atNanos);
        local = now;
        activity.change(nowNanos, now.activeWorkers());
        while (points.size() > 1 && nowNanos - points.peekFirst().atNanos() > windowNanos) {
            points.removeFirst();
        }
        if (points.isEmpty() || nowNanos - points.peekLast().atNanos() >= windowNanos / POINTS) {
            points.addLast(new Point(nowNanos, now.busyNanos(), now.handledTasks()));
        }
        Point first = points.getFirst();
        long tasks = now.handledTasks() - first.handledTasks();
        if (tasks > 0) {
            taskNanos = Math.max(0, now.busyNanos() - first.busyNanos()) / (double) tasks;
        }
    }

    LocalLoad local() {
        return local;
    }

    double activity() {
        return activity.average(nowNanos, windowNanos);
    }

    double demand() {
        return activity() * threads + toWorkOff(local.queuedTasks());
    }

    /**
     * Returns the number of threads that a worker keeps busy: at most one for its running tasks, plus those that would
     * work off its queue within one window.
     */
    double demand(long busyNanos, long queuedTasks) {
        long sinceStart = Math.max(1, Math.min(windowNanos, nowNanos - startNanos));
        return Math.min(1, (double) busyNanos / sinceStart) + toWorkOff(queuedTasks);
    }

    private double toWorkOff(long queuedTasks) {
        return queuedTasks * taskNanos / windowNanos;
    }
}
