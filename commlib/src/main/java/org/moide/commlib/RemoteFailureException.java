package org.moide.commlib;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The call ran and failed there; the message carries what happened, as text, and where. */
public final class RemoteFailureException extends RemoteCallException {
    private static final long serialVersionUID = 1L;

    private static final Pattern CLASS = Pattern.compile("^[\\w.$]+(?:Exception|Error): ");
    private static final String FRAME = "\tat ";

    private final String said;

    public RemoteFailureException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.said = message;
    }

    /**
     * A failure of which the other side has sent the trace.
     *
     * @param what which call failed where
     * @param trace what was thrown there, with its stack
     */
    public RemoteFailureException(String what, String trace, @Nullable Throwable cause) {
        super(what + ": " + trace, cause);
        this.said = CLASS.matcher(
                        trace.lines().takeWhile(line -> !line.startsWith(FRAME)).collect(Collectors.joining("\n")))
                .replaceFirst("");
    }

    /** The message of what was thrown there, without its class and its stack: for a user, who needs neither. */
    public String said() {
        return said;
    }
}
