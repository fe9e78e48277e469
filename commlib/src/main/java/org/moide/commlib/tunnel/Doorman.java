package org.moide.commlib.tunnel;

import java.nio.file.Path;

/**
 * The rule that decides where a connection that arrives at a {@link TunnelDoor}, the end of a tunnel, may go. The
 * door's thread calls it; it must not block for long.
 */
@FunctionalInterface
public interface Doorman {
    Verdict admit(TunnelAsk ask);

    /** The decision where one connection may go. */
    sealed interface Verdict {}

    /**
     * The connection goes to a process of this machine.
     *
     * @param port the process's port on loopback
     */
    record Gate(int port) implements Verdict {}

    /**
     * The connection goes on to another host, whose tunnel door gets the same request.
     *
     * @param socket the local socket that ssh forwards to that door
     */
    record Onward(Path socket) implements Verdict {}

    /** The connection is refused. */
    record No(TunnelAnswer why) implements Verdict {}
}
