package org.moide.commlib.tunnel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which connections go from and to a host at the end of a tunnel. They use names only. Any thread may call
 * it.
 *
 * @param host the digits of this host
 * @param folder contains the socket {@link #IN}, at which connections from other hosts arrive, and one socket for each
 *     star (a process with tunnels to several hosts), with the star's name, through which other hosts are reached
 */
public record HostWays(String host, Path folder) {
    /** The name of the Unix domain socket at which the daemon's door accepts connections from other hosts. */
    public static final String IN = "in";

    public HostWays {
        if (TunnelName.CALLER.equals(new TunnelName(host, "").host())) {
            throw new IllegalArgumentException("expected the digits of a host, found " + host);
        }
    }

    /**
     * Returns the socket through which a name is reached.
     *
     * @return null if it is this host
     * @throws IOException if the name does not contain its star, the process with the tunnel to it
     */
    @Nullable
    Path socketFor(TunnelName name) throws IOException {
        if (name.host().equals(host)) {
            return null;
        }
        if (name.star().isEmpty()) {
            throw new IOException("expected the name of a host within a run, found " + name
                    + ": it is known only where ssh was called");
        }
        return folder.resolve(name.star());
    }

    /**
     * Decides where an arrived connection goes: to a process of this host, to another host, or nowhere.
     *
     * @param gates whether a port belongs to a process of this daemon
     */
    Doorman.Verdict admit(TunnelAsk ask, IntPredicate gates) {
        if (!ask.host().equals(host)) {
            return new Doorman.No(TunnelAnswer.NOT_HERE);
        }
        return gates.test(ask.port()) ? new Doorman.Gate(ask.port()) : new Doorman.No(TunnelAnswer.NO_GATE);
    }

    /** Returns the ways as text, which {@link #of} parses. */
    public String text() {
        return host + ":" + folder;
    }

    /**
     * Parses a text that {@link #text} returned.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static HostWays of(String text) {
        int colon = text.indexOf(':');
        if (colon < 0 || colon + 1 == text.length()) {
            throw new IllegalArgumentException("expected a host's digits, a colon and a folder, found '" + text + "'");
        }
        return new HostWays(text.substring(0, colon), Path.of(text.substring(colon + 1)));
    }
}
