package org.moide.commlib.tunnel;

import java.nio.file.Path;

/** Decides where those who come to a door may go. Called by the door's thread; must not block for long. */
@FunctionalInterface
public interface Doorman {
    Verdict admit(TunnelAsk ask);

    /** The doorman's verdict: where to. */
    sealed interface Verdict {}

    /**
     * Leads to a process of this machine.
     *
     * @param port on loopback
     */
    record Gate(int port) implements Verdict {}

    /**
     * Leads on to another host, whose door is asked the same.
     *
     * @param socket that ssh forwards there
     */
    record Onward(Path socket) implements Verdict {}

    /** Nowhere. */
    record No(TunnelAnswer why) implements Verdict {}
}
