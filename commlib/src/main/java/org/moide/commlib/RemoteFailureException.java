package org.moide.commlib;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The call reached the remote object and threw an exception there. The message says where, and contains the remote
 * exception as text.
 */
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
     * Creates the failure of a call from the stack trace that the remote side sent.
     *
     * @param what which call failed, and where
     * @param trace the remote exception with its stack
     */
    public RemoteFailureException(String what, String trace, @Nullable Throwable cause) {
        super(what + ": " + trace, cause);
        this.said = CLASS.matcher(
                        trace.lines().takeWhile(line -> !line.startsWith(FRAME)).collect(Collectors.joining("\n")))
                .replaceFirst("");
    }

    /** Returns the remote exception's message without its class name and stack, to be shown to a user. */
    public String said() {
        return said;
    }
}
