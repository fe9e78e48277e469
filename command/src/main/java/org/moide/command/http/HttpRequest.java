package org.moide.command.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a request's head that {@link HttpServer} uses.
 *
 * @param method such as GET
 * @param path the path before the question mark
 * @param query the text after the question mark; may be empty
 * @param headers the headers' values by lower-case name; {@link #TWICE} for a header that was sent more than once
 */
public record HttpRequest(String method, String path, String query, Map<String, String> headers) {
    /** The greatest length of a request's head in bytes. A browser sends a tenth of that. */
    public static final int MOST_BYTES = 16 * 1024;

    /** The value of a header that was sent more than once, which no honest client does. */
    static final String TWICE = "\0twice";

    public HttpRequest {
        headers = Map.copyOf(headers);
    }

    /** The time limit of a request, by the server's clock. */
    interface Deadline {
        boolean isOver();
    }

    /**
     * Reads a request's head.
     *
     * @return null if it is malformed, or incomplete at the deadline
     */
    static @Nullable HttpRequest read(InputStream in, Deadline deadline) throws IOException {
        byte[] head = new byte[MOST_BYTES];
        int length = 0;
        while (true) {
            int next = in.read();
            if (next < 0 || length == MOST_BYTES || deadline.isOver()) {
                return null;
            }
            head[length++] = (byte) next;
            boolean end = next == '\n'
                    && length >= 4
                    && head[length - 2] == '\r'
                    && head[length - 3] == '\n'
                    && head[length - 4] == '\r';
            if (end) {
                return of(new String(head, 0, length, StandardCharsets.ISO_8859_1));
            }
        }
    }

    /** Parses a request's head. Returns null if it is malformed. */
    static @Nullable HttpRequest of(String head) {
        String[] lines = head.lines().toArray(String[]::new);
        int afterMethod = lines.length == 0 ? -1 : lines[0].indexOf(' ');
        int afterTarget = afterMethod < 0 ? -1 : lines[0].indexOf(' ', afterMethod + 1);
        if (afterTarget < 0 || !lines[0].substring(afterTarget + 1).matches("HTTP/1\\.[01]")) {
            return null;
        }
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length && !lines[i].isEmpty(); i++) {
            int colon = lines[i].indexOf(':');
            if (colon <= 0) {
                return null;
            }
            String name = lines[i].substring(0, colon).toLowerCase(Locale.ROOT);
            String value = lines[i].substring(colon + 1).strip();
            if (headers.putIfAbsent(name, value) != null) {
                headers.put(name, TWICE);
            }
        }
        String target = lines[0].substring(afterMethod + 1, afterTarget);
        int question = target.indexOf('?');
        return new HttpRequest(
                lines[0].substring(0, afterMethod),
                question < 0 ? target : target.substring(0, question),
                question < 0 ? "" : target.substring(question + 1),
                headers);
    }

    /** Returns the value of a header; empty if it is missing. */
    public String header(String name) {
        return headers.getOrDefault(name, "");
    }
}
