package org.moide.hosts.tunnel;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.tunnel.Doorman;
import org.moide.commlib.tunnel.TunnelAnswer;
import org.moide.commlib.tunnel.TunnelAsk;
import org.moide.commlib.tunnel.TunnelName;

/**
 * The ways from the middle of a star to its hosts, and who may go through it. Decides from names alone. Any thread.
 *
 * @param star the eight digits of this one
 */
record StarWays(String star) {
    /** Returns the name by which processes of other hosts in the star know this one. */
    TunnelName self() {
        return new TunnelName(TunnelName.CALLER, star);
    }

    /**
     * Returns the host of a name, to which this process has a line.
     *
     * @return the host's digits; null if it is this process itself
     * @throws IOException if it is in another star
     */
    @Nullable
    String hostOf(TunnelName name) throws IOException {
        if (!name.star().isEmpty() && !name.star().equals(star)) {
            throw new IOException("expected a host of this process's tunnels (" + star + "), found " + name
                    + ", of another's, which may have ended");
        }
        return name.host().equals(TunnelName.CALLER) ? null : name.host();
    }

    /** Lookup of the hosts that have a line, and of their sockets. */
    interface Lines {
        /** Returns the socket; null if there is none that can be used. */
        Doorman.@Nullable Onward to(String host);
    }

    /**
     * Decides where a connection goes that has come from a host.
     *
     * @param from the host's digits
     * @param ownPort the port of this process; 0 if none comes here
     */
    Doorman.Verdict admit(String from, TunnelAsk ask, int ownPort, Lines lines) {
        if (ask.host().equals(TunnelName.CALLER)) {
            // Nothing else of this machine is anybody's business there.
            return ask.port() == ownPort ? new Doorman.Gate(ownPort) : new Doorman.No(TunnelAnswer.NO_GATE);
        }
        if (ask.host().equals(from)) {
            // It reaches its own processes by itself.
            return new Doorman.No(TunnelAnswer.NOT_HERE);
        }
        Doorman.Onward on = lines.to(ask.host());
        return on == null ? new Doorman.No(TunnelAnswer.NO_SSH) : on;
    }
}
