package org.moide.commlib.tunnel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The ways from a host at the end of a tunnel to others, and who may come in there. Decides from names alone. Any thread.
 *
 * @param host this one's digits
 * @param folder with the socket {@link #IN} at which others come, and one for each star, of its name, at which they are reached
 */
public record HostWays(String host, Path folder) {
    /** The socket of the daemon's door. */
    public static final String IN = "in";

    public HostWays {
        if (TunnelName.CALLER.equals(new TunnelName(host, "").host())) {
            throw new IllegalArgumentException("expected the digits of a host, found " + host);
        }
    }

    /**
     * The socket by which this name is reached.
     *
     * @return null if it is this host
     * @throws IOException if it is not said by which star
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
     * Decides where a connection goes that has come in.
     *
     * @param gates which ports are those of processes of this daemon
     */
    Doorman.Verdict admit(TunnelAsk ask, IntPredicate gates) {
        if (!ask.host().equals(host)) {
            return new Doorman.No(TunnelAnswer.NOT_HERE);
        }
        return gates.test(ask.port()) ? new Doorman.Gate(ask.port()) : new Doorman.No(TunnelAnswer.NO_GATE);
    }

    /** The ways as {@link #of} reads them. */
    public String text() {
        return host + ":" + folder;
    }

    /**
     * The inverse of {@link #text}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static HostWays of(String text) {
        int colon = text.indexOf(':');
        if (colon < 0 || colon + 1 == text.length()) {
            throw new IllegalArgumentException("expected a host's digits, a colon and a folder, found '" + text + "'");
        }
        return new HostWays(text.substring(0, colon), Path.of(text.substring(colon + 1)));
    }
}
