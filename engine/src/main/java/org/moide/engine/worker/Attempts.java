package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the attempts of a thread's current task, in runs with {@code --task-tries}. It keeps the worker's state before
 * the task. It also holds back the handler's acts that others can see, such as sends, until the handler has returned.
 * When these acts have been performed, the task cannot be tried again. Used by one thread.
 */
final class Attempts {
    private final int tries;
    private final List<Runnable> withheld = new ArrayList<>();
    private byte @Nullable [] before;
    private int left;
    private boolean letGo;

    /**
     * Creates the count for one thread. {@link #begin} starts it for a task.
     *
     * @param tries the greatest number of attempts of a task
     */
    public Attempts(int tries) {
        this.tries = tries;
    }

    /**
     * Starts the count for the next task.
     *
     * @param state the encoded state of the task's worker; null if the worker has none yet
     */
    public void begin(byte @Nullable [] state) {
        before = state;
        left = tries;
        letGo = false;
    }

    /**
     * Counts an attempt, and drops the acts that were held back in the last attempt. Called before each run of the
     * handler.
     */
    public void tryOnce() {
        left--;
        withheld.clear();
    }

    /** Holds back an act until {@link #letGo}. */
    public void withhold(Runnable act) {
        withheld.add(act);
    }

    /** Performs all acts that were held back, in their order. */
    public void letGo() {
        letGo = true;
        for (Runnable act : List.copyOf(withheld)) {
            act.run();
        }
        withheld.clear();
    }

    /** Returns whether a handler that threw may run again. */
    public boolean mayTryAgain() {
        return left > 0 && !letGo;
    }

    /**
     * Returns whether {@link #letGo} was not called for this task, so that the state before the task can be restored.
     */
    public boolean canGoBack() {
        return !letGo;
    }

    /** Returns the encoded state before the task; null if there was none. */
    public byte @Nullable [] before() {
        return before;
    }

    /** Returns the number of attempts, as text that follows the task's name. */
    public String words() {
        if (left == tries - 1 && letGo) {
            return ", not tried again since its handler has asked or sent";
        }
        return ", tried " + (tries - left) + " times";
    }
}
