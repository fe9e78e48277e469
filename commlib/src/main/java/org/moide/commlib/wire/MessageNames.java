package org.moide.commlib.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.moide.commlib.security.SerialFilters;

/**
 * The short names by which our own records and enums are called in bytes. They stand in a table for each module,
 * {@code messages.txt} in its package, a name and its class in each line. A class that moves to another package or gets
 * another name keeps its short one: the bytes of calls stay as they are, and so do recordings.
 *
 * <p>A class that is in no table is called by its full name, which has a point. Immutable; any thread.
 */
final class MessageNames {
    private static final MessageNames OURS = new MessageNames();

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> classes = new HashMap<>();

    private MessageNames() {
        for (String home : SerialFilters.ourPackages()) {
            String table = "/" + home.replace('.', '/') + "/messages.txt";
            try (InputStream in = MessageNames.class.getResourceAsStream(table)) {
                if (in != null) { // an application of commlib alone has no table of the coordinator's
                    read(table, new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
                }
            } catch (IOException unreadable) {
                throw new UncheckedIOException("the table " + table + " in MOIDE's jar", unreadable);
            }
        }
    }

    private void read(String table, BufferedReader in) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int between = line.indexOf(' ');
            String name = line.substring(0, Math.max(0, between));
            String type = line.substring(between + 1);
            if (between < 1 || names.put(type, name) != null || classes.put(name, type) != null) {
                throw new IllegalStateException(
                        "expected a name and a class, each once, in " + table + ", found '" + line + "'");
            }
        }
    }

    /** The name of a class in bytes. */
    static String of(Class<?> type) {
        String full = type.getName();
        return OURS.names.getOrDefault(full, full);
    }

    /** The full name of the class that is called this; a name that is in no table is full. */
    static String fullName(String name) {
        return OURS.classes.getOrDefault(name, name);
    }
}
