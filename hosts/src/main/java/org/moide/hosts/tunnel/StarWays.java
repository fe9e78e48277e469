package org.moide.hosts.tunnel;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.tunnel.Doorman;
import org.moide.commlib.tunnel.TunnelAnswer;
import org.moide.commlib.tunnel.TunnelAsk;
import org.moide.commlib.tunnel.TunnelName;

/**
 * The routing rules of a star, which is the set of tunnels from one process to its hosts. The rules decide by names
 * alone where a connection goes and whether it is allowed. Stateless.
 *
 * @param star the eight digits that identify this process's star
 */
record StarWays(String star) {
    /** Returns the network name under which processes on the star's hosts reach this process. */
    TunnelName self() {
        return new TunnelName(TunnelName.CALLER, star);
    }

    /**
     * Returns the digits of the host that a network name stands for.
     *
     * @return the digits; null if the name stands for this process itself
     * @throws IOException if the name belongs to another star
     */
    @Nullable
    String hostOf(TunnelName name) throws IOException {
        if (!name.star().isEmpty() && !name.star().equals(star)) {
            throw new IOException("expected a host of this process's tunnels (" + star + "), found " + name
                    + ", of another's, which may have ended");
        }
        return name.host().equals(TunnelName.CALLER) ? null : name.host();
    }

    /** Finds the tunnel to a host of the star. */
    interface Lines {
        /** Returns the way through the tunnel to the host with these digits; null if the tunnel is not up. */
        Doorman.@Nullable Onward to(String host);
    }

    /**
     * Decides where a connection goes that came through the tunnel from a host of the star, or why it is refused.
     *
     * @param from the digits of the host that opened the connection
     * @param ownPort the port at which this process accepts connections; 0 if it accepts none
     */
    Doorman.Verdict admit(String from, TunnelAsk ask, int ownPort, Lines lines) {
        if (ask.host().equals(TunnelName.CALLER)) {
            // Hosts may reach no other port of this machine.
            return ask.port() == ownPort ? new Doorman.Gate(ownPort) : new Doorman.No(TunnelAnswer.NO_GATE);
        }
        if (ask.host().equals(from)) {
            // A host reaches its own processes directly.
            return new Doorman.No(TunnelAnswer.NOT_HERE);
        }
        Doorman.Onward on = lines.to(ask.host());
        return on == null ? new Doorman.No(TunnelAnswer.NO_SSH) : on;
    }
}
