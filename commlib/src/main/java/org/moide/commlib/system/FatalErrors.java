package org.moide.commlib.system;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;

/**
 * The end of a process that cannot do without any of its threads: one that died by an {@link Error}, such as the end of
 * memory, is missed by others, which would wait for it without end. So the process, or the run, is to end. Any thread.
 */
public final class FatalErrors implements FaultHandler {
    /** The advice to the user where the system grants no more threads. */
    public static final String NO_THREAD =
            "the system grants no more threads: raise the limit of this user's ('ulimit -u'), or"
                    + " the container's (pids), or use fewer engines and --threads";

    /** Causes beyond this are none that tell anything. */
    private static final int MOST_CAUSES = 10;

    private final FaultHandler faults;
    private @Nullable Consumer<Death> end; // guarded by this, as what follows is
    private @Nullable Death early;

    /** A thread is gone, by this error. */
    public record Death(String thread, Throwable error) {
        /** The death in words for the user: what has died, and of what. */
        public String inWords() {
            return "its thread " + thread + " died of " + why();
        }

        /** Returns whether there was no memory left for the thread. */
        public boolean isOutOfMemory() {
            return isFull(error) || isFull(error.getCause());
        }

        /** Returns whether the thread was a {@link Loop}, which others rely on for as long as the process lives. */
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
     * Returns whether an error was thrown because the system grants no more threads: the JVM has the error of a full
     * heap for that too.
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

    /** Hands on whatever it is told; ends nothing yet. */
    public FatalErrors(FaultHandler faults) {
        this.faults = faults;
    }

    /**
     * Ends something, from now on, by a thread's death; also by one that came before, if this is the first call.
     *
     * @param ending told of it, on the thread that dies, or on this one if it has died already
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
