package org.moide.command.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;
import org.moide.command.http.HttpRequest;

/**
 * Door of the page, which decides who may see it. The address that the user was told holds a token, which lets in one
 * browser, once; that browser is given the page's own place, a path with a secret. It is no cookie: browsers send those
 * to every port of a host, and anybody may listen at another one. Another site's page that the user has open can use
 * neither: a request must name this server as its host, which a name that was turned to 127.0.0.1 does not, and must
 * come from this server's own page.
 *
 * <p>Threads: any; whether the token was used is guarded by this object.
 */
final class PageDoor {
    /** Bytes of a secret: nobody guesses 128 bits. */
    static final int SECRET_BYTES = 16;

    private final String token;
    private final String secret;
    private final Set<String> hosts;
    private boolean used;

    /** Place that a request is let in to. */
    enum Entry {
        PAGE,
        EVENTS,
        /** Place that does not exist. */
        NOTHING,
        /** Refusal: the caller is told nothing. */
        REFUSED
    }

    /**
     * The door of one server.
     *
     * @param port the port that the server listens at
     * @param token {@link #SECRET_BYTES} bytes that nobody knows
     * @param secret as many other bytes
     */
    PageDoor(int port, byte[] token, byte[] secret) {
        this.token = HexFormat.of().formatHex(token);
        this.secret = HexFormat.of().formatHex(secret);
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
    }

    /** Returns the first path and query to ask for: the part of the user's address behind the server's. */
    String firstPath() {
        return "/?token=" + token;
    }

    /** Returns the path of the page for a browser that was let in. */
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

    /** Returns whether both are the same, in a time that does not depend on where they differ. */
    private static boolean same(String left, String right) {
        return MessageDigest.isEqual(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }
}
