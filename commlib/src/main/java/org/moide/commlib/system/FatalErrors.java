package org.moide.commlib.system;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;

/**
 * For a process that cannot do without any of its threads: one that died by an {@link Error}, such as the end of
 * memory, is missed by others, which would wait for it without end. So the process, or the run, is to end. Any thread.
 */
public final class FatalErrors implements FaultHandler {
    private final FaultHandler faults;
    private volatile Consumer<Death> end = death -> {};

    /** A thread is gone, by this error. */
    public record Death(String thread, Throwable error) {
        /** For the user: what has died, and of what. */
        public String inWords() {
            return "its thread " + thread + " died of " + why();
        }

        /** Whether there was no memory left for it. */
        public boolean isOutOfMemory() {
            return isFull(error) || isFull(error.getCause());
        }

        /** Whether it was a {@link Loop}, which others rely on for as long as the process lives. */
        public boolean isOfLoop() {
            return error instanceof Loop.Broken;
        }

        private Throwable why() {
            Throwable cause = error.getCause();
            return isOfLoop() && cause != null ? cause : error;
        }

        /** The JVM has the same error for threads that the system does not grant. */
        private static boolean isFull(@Nullable Throwable why) {
            return why instanceof OutOfMemoryError
                    && !String.valueOf(why.getMessage()).contains("native thread");
        }
    }

    /** Hands on whatever it is told; ends nothing yet. */
    public FatalErrors(FaultHandler faults) {
        this.faults = faults;
    }

    /**
     * From now on a thread's death ends something.
     *
     * @param ending told of it, on the thread that dies
     */
    public void endBy(Consumer<Death> ending) {
        end = ending;
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
                end.accept(new Death(thread, fault));
            }
        }
    }
}
