package org.moide.hosts.ssh;

/**
 * Thrown when something cannot be done on a host. The message begins with the host's name, and says what was found on
 * the host and what to do.
 */
public final class HostTroubleException extends Exception {
    private static final long serialVersionUID = 1L;

    HostTroubleException(String host, String message) {
        super(host + ": " + message);
    }
}
