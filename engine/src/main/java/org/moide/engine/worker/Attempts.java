package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tries of a task that a thread handles, in runs in which it has more than one: the state before, and what its
 * handler does for others, which is withheld until it has returned. What was let go cannot be taken back, so the task
 * is not tried again after that. Belongs to its thread.
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
     * A task is about to be handled.
     *
     * @param state of its worker; null if it has none yet
     */
    public void begin(byte @Nullable [] state) {
        before = state;
        left = tries;
        letGo = false;
    }

    /** The handler is about to run, once more perhaps. */
    public void tryOnce() {
        left--;
        withheld.clear();
    }

    /** Does this once the handler has returned. */
    public void withhold(Runnable act) {
        withheld.add(act);
    }

    /** Does all that was withheld, in its order. */
    public void letGo() {
        letGo = true;
        for (Runnable act : List.copyOf(withheld)) {
            act.run();
        }
        withheld.clear();
    }

    /** Whether a handler that threw may be run again. */
    public boolean mayTryAgain() {
        return left > 0 && !letGo;
    }

    /** Whether all can be as it was before. */
    public boolean canGoBack() {
        return !letGo;
    }

    /** The state before; null if there was none. */
    public byte @Nullable [] before() {
        return before;
    }

    /** How often the task was tried, in words, to put behind its name. */
    public String words() {
        if (left == tries - 1 && letGo) {
            return ", not tried again since its handler has asked or sent";
        }
        return ", tried " + (tries - left) + " times";
    }
}
