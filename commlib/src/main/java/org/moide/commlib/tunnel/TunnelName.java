package org.moide.commlib.tunnel;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a host that is reached through ssh, used in place of an address: {@code <host>.<star>.tunnel.invalid}.
 * No name service knows such names (RFC 6761), so no connection goes there by mistake. A star is a process that has
 * tunnels to several hosts.
 *
 * @param host the daemon's 16 digits, or {@link #CALLER}
 * @param star the eight digits of the process in the middle; empty in that process itself
 */
public record TunnelName(String host, String star) {
    /** The name of the machine on which ssh was called, in place of a host's digits. */
    public static final String CALLER = "caller";

    private static final String END = ".tunnel.invalid";
    private static final Pattern HOST = Pattern.compile("[0-9a-f]{16}|" + CALLER);
    private static final Pattern STAR = Pattern.compile("[0-9a-f]{8}|");
    private static final Pattern NAME =
            Pattern.compile("([0-9a-f]{16}|" + CALLER + ")(?:[.]([0-9a-f]{8}))?[.]tunnel[.]invalid");

    public TunnelName {
        if (!HOST.matcher(host).matches() || !STAR.matcher(star).matches()) {
            throw new IllegalArgumentException(
                    "expected 16 digits or '" + CALLER + "', and 8 digits or none, found " + host + " and " + star);
        }
    }

    /** Parses a name; returns null for a name or address of the network. */
    public static @Nullable TunnelName of(String text) {
        Matcher name = NAME.matcher(text);
        if (!name.matches()) {
            return null;
        }
        String star = name.group(2);
        return new TunnelName(name.group(1), star == null ? "" : star);
    }

    /** Returns whether a text is the name of a host that is reached through ssh. */
    public static boolean isOne(String text) {
        return of(text) != null;
    }

    /**
     * Returns the name by which the other hosts of the star {@code other}, a process with tunnels to several hosts,
     * reach the same host.
     */
    public TunnelName within(String other) {
        return new TunnelName(host, other);
    }

    public String text() {
        return host + (star.isEmpty() ? "" : "." + star) + END;
    }

    @Override
    public String toString() {
        return text();
    }
}
