package org.moide;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A throwable of another JVM, made again from its printed stack trace: its class may not be here. */
final class RemoteThrowable extends Exception {
    private static final long serialVersionUID = 1L;

    private static final Pattern FRAME =
            Pattern.compile("\\s*at (?:[^/(]*/)*([\\w.$]+)\\.([\\w$<>]+)\\(([^:)]*)(?::(\\d+))?\\)");

    private static final String CAUSE = "Caused by: ";

    private RemoteThrowable(String words, List<StackTraceElement> trace, @Nullable Throwable cause) {
        super(words, cause, false, true);
        setStackTrace(trace.toArray(StackTraceElement[]::new));
    }

    /** Makes one of a printed stack trace, whatever that looks like. */
    static Throwable of(String printed) {
        List<String> lines = printed.lines().toList();
        RemoteThrowable thrown = of(lines);
        return thrown == null ? new RemoteThrowable(printed, List.of(), null) : thrown;
    }

    /** Makes one of the lines of a note; null if there is no stack trace in them. */
    static @Nullable RemoteThrowable of(List<String> lines) {
        String words = "";
        List<StackTraceElement> trace = new ArrayList<>();
        RemoteThrowable cause = null;
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at);
            Matcher frame = FRAME.matcher(line);
            if (frame.matches()) {
                String number = frame.group(4);
                trace.add(new StackTraceElement(
                        frame.group(1),
                        frame.group(2),
                        frame.group(3),
                        number == null ? -1 : Integer.parseInt(number)));
            } else if (trace.isEmpty()) {
                words = line;
            } else if (line.startsWith(CAUSE)) {
                List<String> rest = new ArrayList<>(lines.subList(at, lines.size()));
                rest.set(0, line.substring(CAUSE.length()));
                cause = of(rest);
                break;
            } else if (!line.startsWith("\t")) { // of one that was suppressed, or that frames are left out
                break;
            }
        }
        return trace.isEmpty() ? null : new RemoteThrowable(words, trace, cause);
    }
}
