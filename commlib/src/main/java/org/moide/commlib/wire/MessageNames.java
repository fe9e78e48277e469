package org.moide.commlib.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.SerialFilters;

/**
 * The short names of MOIDE's records and enums in encoded values. Each module has a table of them, {@code messages.txt}
 * in its package, with a name and its class in each line. A class that is moved or renamed keeps its short name, so the
 * bytes of calls and of recordings stay valid.
 *
 * <p>A class that is in no table is named by its full name, which contains a dot. It is immutable; any thread may call
 * it.
 */
final class MessageNames {
    private static final String UNKNOWN = "Unknown";

    private static final MessageNames OURS = new MessageNames();

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> classes = new HashMap<>();

    private MessageNames() {
        for (String home : SerialFilters.ourPackages()) {
            String table = "/" + home.replace('.', '/') + "/messages.txt";
            try (InputStream in = MessageNames.class.getResourceAsStream(table)) {
                if (in != null) { // an application may use commlib without the other modules
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

    /** Returns the name by which encoded values refer to a class: its short name, or else its full name. */
    static String of(Class<?> type) {
        String full = type.getName();
        return OURS.names.getOrDefault(full, full);
    }

    /**
     * Returns the full name of the class that stands for unknown kinds of a family of records: the
     * {@link ExtensibleRecord.UnknownKind} called {@code Unknown} beside the known kinds; null if the family has none.
     *
     * @param name the kind's name in encoded values
     */
    static @Nullable String unknownKind(String name) {
        int dash = name.lastIndexOf('-');
        if (dash > 0) {
            return OURS.classes.get(name.substring(0, dash + 1) + UNKNOWN);
        }
        int dollar = name.lastIndexOf('$');
        return dollar < 0 ? null : name.substring(0, dollar + 1) + UNKNOWN;
    }

    /** Returns the full class name for a name in encoded values; a name that is in no table is a full name. */
    static String fullName(String name) {
        return OURS.classes.getOrDefault(name, name);
    }
}
