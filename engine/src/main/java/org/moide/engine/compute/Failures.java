package org.moide.engine.compute;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
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
        String[] lines = text.toString().split("\\R");
        StringBuilder kept = new StringBuilder();
        for (int i = 0; i < lines.length && i < TRACE_LINES; i++) {
            kept.append(lines[i]).append('\n');
        }
        if (lines.length > TRACE_LINES) {
            kept.append("\t... ").append(lines.length - TRACE_LINES).append(" more lines\n");
        }
        return kept.toString();
    }
}
