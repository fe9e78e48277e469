package org.moide.coordinator.selection;

/**
 * Thrown if there are not enough hosts to compute on: no daemon answered, or fewer than the run needs. The command ends
 * with exit code 3. The message says which hosts and addresses were tried.
 */
public final class NoHostsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NoHostsException(String message) {
        super(message);
    }

    public NoHostsException(String message, Throwable cause) {
        super(message, cause);
    }
}
