package org.moide.engine.compute;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.moide.engine.UsageException;
import org.moide.engine.control.EngineReport;

/** Turns what an application threw into what the user is told: text, since its class may be unknown elsewhere. */
public final class Failures {
    /** A trace longer than this is cut: a stack overflow has a thousand frames that say the same. */
    private static final int TRACE_LINES = 60;

    private Failures() {}

    /**
     * The report of a failure.
     *
     * @param where the thread's and the host's name
     */
    public static EngineReport.Failed describe(String where, Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof InvocationTargetException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof UsageException) {
            return new EngineReport.Failed(where, String.valueOf(cause.getMessage()), "", true);
        }
        return new EngineReport.Failed(where, cause.toString(), trace(cause), false);
    }

    private static String trace(Throwable cause) {
        StringWriter text = new StringWriter();
        cause.printStackTrace(new PrintWriter(text));
        List<String> lines = text.toString().lines().toList();
        if (lines.size() <= TRACE_LINES) {
            return String.join("\n", lines);
        }
        return String.join("\n", lines.subList(0, TRACE_LINES)) + "\n\t... " + (lines.size() - TRACE_LINES)
                + " more lines";
    }
}
