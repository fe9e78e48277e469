package org.moide.coordinator.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.coordinator.http.HttpRequest;

/**
 * Decides who may see the page. The address that the user was told holds a token, which lets in one browser, once; from
 * then on that browser shows a cookie. A page of somebody else's that the user has open can use neither: requests must
 * name this server as their host, which a name that was turned to 127.0.0.1 does not, and come from its own page.
 *
 * <p>Threads: any; whether the token was used is guarded by this object.
 */
final class PageDoor {
    /** Nobody guesses 128 bits. */
    static final int SECRET_BYTES = 16;

    private final String token;
    private final String cookie;
    private final String cookieName;
    private final Set<String> hosts;
    private boolean used;

    /** What becomes of a request. */
    enum Entry {
        /** It is let in. */
        KNOWN,
        /** It is let in and must be given the cookie. */
        NEW,
        /** It is told nothing. */
        REFUSED
    }

    /**
     * The door of one server.
     *
     * @param port which it listens at
     * @param token {@link #SECRET_BYTES} that nobody knows
     * @param cookie as many others
     */
    PageDoor(int port, byte[] token, byte[] cookie) {
        this.token = HexFormat.of().formatHex(token);
        this.cookie = HexFormat.of().formatHex(cookie);
        this.cookieName = "moide-page-" + port;
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
    }

    /** What stands behind the server's address. */
    String firstPath() {
        return "/?token=" + token;
    }

    /** The header's value that gives a browser the cookie: no script reads it, and no other site's page sends it. */
    String cookieLine() {
        return cookieName + "=" + cookie + "; HttpOnly; SameSite=Strict; Path=/";
    }

    Entry entry(HttpRequest request) {
        String host = request.header("host");
        String origin = request.header("origin");
        boolean ours = hosts.contains(host) && (origin.isEmpty() || origin.equals("http://" + host));
        if (!ours) {
            return Entry.REFUSED;
        }
        if (showsCookie(request.header("cookie"))) {
            return Entry.KNOWN;
        }
        return request.path().equals("/")
                        && request.query().startsWith("token=")
                        && isToken(request.query().substring(6))
                ? Entry.NEW
                : Entry.REFUSED;
    }

    private boolean showsCookie(String cookies) {
        Matcher shown = Pattern.compile("(?:^|; ?)" + cookieName + "=([0-9a-f]+)(?:;|$)")
                .matcher(cookies);
        return shown.find() && same(shown.group(1), cookie);
    }

    private synchronized boolean isToken(String shown) {
        if (used || !same(shown, token)) {
            return false;
        }
        used = true;
        return true;
    }

    /** Takes as long wherever they differ. */
    private static boolean same(String left, String right) {
        return MessageDigest.isEqual(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }
}
