package org.moide.engine.compute;

import java.lang.reflect.InvocationTargetException;
import org.moide.engine.UsageException;
import org.moide.engine.control.EngineReport;

/** Turns what an application threw into what the user is told: text, since its class may be unknown elsewhere. */
public final class Failures {
    private Failures() {}

    /**
     * The report of a failure.
     *
     * @param where the thread's and the host's name
     */
    public static EngineReport.Failed describe(String where, Throwable thrown) {
        Throwable cause = cause(thrown);
        if (cause instanceof UsageException) {
            return new EngineReport.Failed(where, String.valueOf(cause.getMessage()), "", true);
        }
        return new EngineReport.Failed(where, Traces.headline(cause), Traces.of(cause), false);
    }

    /** The report of a failure of the thread with this logical ID, which others may have had too. */
    static EngineReport.Failed describe(int id, String host, Throwable thrown) {
        return describe("ID " + id + " on " + host, thrown).of(id, host);
    }

    private static Throwable cause(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof InvocationTargetException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
