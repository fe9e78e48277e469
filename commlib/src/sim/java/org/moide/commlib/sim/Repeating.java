package org.moide.commlib.sim;

import org.jspecify.annotations.Nullable;

/** An action that an event queue runs again and again, with a fixed period. Running this object ends the repetition. */
final class Repeating implements Runnable {
    private final EventQueue queue;
    private final long periodNanos;
    private final String what;
    private final Runnable action;
    private @Nullable Event next;

    private Repeating(EventQueue queue, long periodNanos, String what, Runnable action) {
        this.queue = queue;
        this.periodNanos = periodNanos;
        this.what = what;
        this.action = action;
    }

    /** Plans an event {@code periodNanos} from now, and again after each period, until the returned handle is run. */
    static Runnable every(EventQueue queue, long periodNanos, String what, Runnable action) {
        Repeating repeating = new Repeating(queue, periodNanos, what, action);
        repeating.plan();
        return repeating;
    }

    private void plan() {
        next = queue.after(periodNanos, what, this::happen);
    }

    private void happen() {
        plan();
        action.run();
    }

    @Override
    public void run() {
        if (next != null) {
            next.cancel();
        }
    }
}
