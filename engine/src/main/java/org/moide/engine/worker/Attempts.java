package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tries of one task after the other, in runs in which a failed task is tried again: the worker's state before the
 * task, and the acts of its handler that others would see. These are withheld until the handler has returned. Once they
 * are let go they cannot be taken back, so the task is not tried again after that. Belongs to the thread that handles.
 */
final class Attempts {
    private final int tries;
    private final List<Runnable> withheld = new ArrayList<>();
    private byte @Nullable [] before;
    private int left;
    private boolean letGo;

    /** @param tries at most, of each task */
    public Attempts(int tries) {
        this.tries = tries;
    }

    /**
     * Begins with a task that is about to be handled.
     *
     * @param state the state of the task's worker, encoded; null if the worker has none yet
     */
    public void begin(byte @Nullable [] state) {
        before = state;
        left = tries;
        letGo = false;
    }

    /** Counts a try: the handler is about to run, for the first time or again. */
    public void tryOnce() {
        left--;
        withheld.clear();
    }

    /** Keeps an act until the handler has returned. */
    public void withhold(Runnable act) {
        withheld.add(act);
    }

    /** Runs all acts that were withheld, in their order. */
    public void letGo() {
        letGo = true;
        for (Runnable act : List.copyOf(withheld)) {
            act.run();
        }
        withheld.clear();
    }

    /** Returns whether a handler that threw may be run again. */
    public boolean mayTryAgain() {
        return left > 0 && !letGo;
    }

    /** Returns whether nothing has been let go, so that the state before the task can be restored. */
    public boolean canGoBack() {
        return !letGo;
    }

    /** Returns the state before the task, encoded; null if there was none. */
    public byte @Nullable [] before() {
        return before;
    }

    /** Returns how often the task was tried, in words that are put behind the task's name. */
    public String words() {
        if (left == tries - 1 && letGo) {
            return ", not tried again since its handler has asked or sent";
        }
        return ", tried " + (tries - left) + " times";
    }
}
