package org.moide.commlib.system;

import java.util.function.Consumer;
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
            return "its thread " + thread + " died of " + error;
        }

        /** Whether there was no memory left for it. */
        public boolean isOutOfMemory() {
            return error instanceof OutOfMemoryError || error.getCause() instanceof OutOfMemoryError;
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
