package org.moide.commlib.system;

import java.util.function.Consumer;
import org.moide.commlib.port.FaultHandler;

/**
 * For a process that cannot do without any of its threads: one that died by an {@link Error}, such as the end of memory, is missed by
 * others, which would wait for it without end. So the process, or the run, is to end. Any thread.
 */
public final class FatalErrors implements FaultHandler {
    private final FaultHandler faults;
    private volatile Consumer<String> end = why -> {};

    /** Hands on whatever it is told; ends nothing yet. */
    public FatalErrors(FaultHandler faults) {
        this.faults = faults;
    }

    /**
     * From now on a thread's death ends something.
     *
     * @param ending told why, on the thread that dies
     */
    public void endBy(Consumer<String> ending) {
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
                end.accept("its thread " + thread + " died of " + fault);
            }
        }
    }
}
