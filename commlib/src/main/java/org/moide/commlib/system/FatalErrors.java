package org.moide.commlib.system;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;

/**
 * Ends a process, or a run, when one of its threads dies of an {@link Error}, such as memory exhaustion. Other threads
 * would wait for the dead thread without end. Any thread may call it.
 */
public final class FatalErrors implements FaultHandler {
    /** The advice to the user if the system refuses to start more threads. */
    public static final String NO_THREAD =
            "the system grants no more threads: raise the limit of this user's ('ulimit -u'), or"
                    + " the container's (pids), or use fewer engines and --threads";

    /**
     * The greatest number of nested causes of an exception that are followed to find out whether threads are lacking.
     */
    private static final int MOST_CAUSES = 10;

    private final FaultHandler faults;
    private @Nullable Consumer<Death> end; // both guarded by this
    private @Nullable Death early;

    /** The death of a thread by an uncaught error. */
    public record Death(String thread, Throwable error) {
        /** Returns a sentence for the user that says which thread died of which error. */
        public String inWords() {
            return "its thread " + thread + " died of " + why();
        }

        /** Returns whether the thread died because memory was exhausted. */
        public boolean isOutOfMemory() {
            return isFull(error) || isFull(error.getCause());
        }

        /** Returns whether the thread was a {@link Loop}, on which others rely as long as the process lives. */
        public boolean isOfLoop() {
            return error instanceof Loop.Broken;
        }

        private Object why() {
            if (isOfThreads(error)) {
                return "want of another: " + NO_THREAD;
            }
            Throwable cause = error.getCause();
            return isOfLoop() && cause != null ? cause : error;
        }

        private static boolean isFull(@Nullable Throwable why) {
            return why instanceof OutOfMemoryError && !isThreadRefused(why);
        }
    }

    /**
     * Returns whether an error was thrown because the system grants no more threads. The JVM throws the same error for
     * a full heap.
     */
    public static boolean isOfThreads(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
            if (isThreadRefused(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static boolean isThreadRefused(Throwable thrown) {
        return thrown instanceof OutOfMemoryError
                && String.valueOf(thrown.getMessage()).contains("native thread");
    }

    /**
     * Creates a handler that passes faults on to {@code faults}; after {@link #endBy}, the death of a thread also ends
     * the process or run.
     */
    public FatalErrors(FaultHandler faults) {
        this.faults = faults;
    }

    /**
     * Sets the action that follows the death of a thread. If a thread has died already, runs the action at once.
     *
     * @param ending gets the death, on the dying thread or on the calling one
     */
    public void endBy(Consumer<Death> ending) {
        Death before;
        synchronized (this) {
            end = ending;
            before = early;
            early = null;
        }
        if (before != null) {
            ending.accept(before);
        }
    }

    @Override
    public void onFault(String where, Throwable fault) {
        faults.onFault(where, fault);
    }

    @Override
    public void onDeath(String thread, Throwable fault) {
        try {
            faults.onFault(thread, fault);
        } finally {
            if (fault instanceof Error) {
                died(new Death(thread, fault));
            }
        }
    }

    private void died(Death death) {
        Consumer<Death> ending;
        synchronized (this) {
            ending = end;
            if (ending == null && early == null) {
                early = death;
            }
        }
        if (ending != null) {
            ending.accept(death);
        }
    }
}
