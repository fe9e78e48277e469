package org.moide.command.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;
import org.moide.command.http.HttpRequest;

/**
 * The access control of a page. The address that the user gets contains a token, with which one browser is admitted,
 * once. That browser gets the page's real path, which contains a secret.
 *
 * <p>Cookies are not used, since browsers send them to every port of a host, and any user may listen at another port. A
 * page of another site cannot make a browser send requests that are accepted here. A request must come from this
 * server's own page, and must name this server as its host. If another site redirects its own host name to 127.0.0.1,
 * its requests name that host.
 *
 * <p>Thread-safe; this object guards whether the token was used.
 */
final class PageDoor {
    /** The number of random bytes of a secret. They have 128 bits and cannot be guessed. */
    static final int SECRET_BYTES = 16;

    private final String token;
    private final String secret;
    private final Set<String> hosts;
    private boolean used;

    /** The decision about a request. */
    enum Entry {
        PAGE,
        EVENTS,
        /** The path does not exist. */
        NOTHING,
        /** The request is refused without a reason. */
        REFUSED
    }

    /**
     * Creates the access control.
     *
     * @param port the server's port
     * @param token {@link #SECRET_BYTES} random bytes
     * @param secret another {@link #SECRET_BYTES} random bytes
     */
    PageDoor(int port, byte[] token, byte[] secret) {
        this.token = HexFormat.of().formatHex(token);
        this.secret = HexFormat.of().formatHex(secret);
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
    }

    /** Returns the path and query of the address that the user gets. */
    String firstPath() {
        return "/?token=" + token;
    }

    /** Returns the path of the page, which only the admitted browser knows. */
    String place() {
        return "/" + secret + "/";
    }

    Entry entry(HttpRequest request) {
        String host = request.header("host");
        String origin = request.header("origin");
        boolean ours = hosts.contains(host) && (origin.isEmpty() || origin.equals("http://" + host));
        if (!ours) {
            return Entry.REFUSED;
        }
        String path = request.path();
        int length = place().length();
        if (path.length() >= length && same(path.substring(0, length), place())) {
            return switch (path.substring(length)) {
                case "" -> Entry.PAGE;
                case "events" -> Entry.EVENTS;
                default -> Entry.NOTHING;
            };
        }
        return path.equals("/")
                        && request.query().startsWith("token=")
                        && isToken(request.query().substring(6))
                ? Entry.PAGE
                : Entry.REFUSED;
    }

    private synchronized boolean isToken(String shown) {
        if (used || !same(shown, token)) {
            return false;
        }
        used = true;
        return true;
    }

    /** Returns whether two texts are equal. The time that it takes says nothing about where they differ. */
    private static boolean same(String left, String right) {
        return MessageDigest.isEqual(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }
}
