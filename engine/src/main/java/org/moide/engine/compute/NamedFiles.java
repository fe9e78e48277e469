package org.moide.engine.compute;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FixedOrder;

/**
 * The files that {@code --files} named, with their paths on this process's host.
 *
 * @param paths the absolute paths, by the files' names
 */
public record NamedFiles(Map<String, String> paths) {
    /** The greatest length of an array in bytes; the JVM reserves some bytes for the array's header. */
    private static final long MOST_ARRAY_BYTES = Integer.MAX_VALUE - 8;

    public static final NamedFiles NONE = new NamedFiles(Map.of());

    public NamedFiles {
        paths = FixedOrder.copyOf(paths);
    }

    public boolean has(String name) {
        return paths.containsKey(name);
    }

    /**
     * Returns the path of the file of this name.
     *
     * @throws IllegalArgumentException if there is no such file; the message lists the names
     */
    public Path path(String name) {
        @Nullable String path = paths.get(name);
        if (path == null) {
            throw new IllegalArgumentException(
                    paths.isEmpty()
                            ? "expected a file that --files names, found '" + name + "', and --files names none"
                            : "expected one of the files that --files names, " + new TreeSet<>(paths.keySet())
                                    + ", found '" + name + "'");
        }
        return Path.of(path);
    }

    byte[] bytes(String name) {
        Path path = path(name);
        try {
            long size = Files.size(path);
            if (size > MOST_ARRAY_BYTES) {
                throw new IllegalArgumentException("shared '" + name + "': the file has " + size
                        + " bytes, more than an array can have: read it from file(\"" + name + "\")");
            }
            return Files.readAllBytes(path);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + path + ", which --files names: " + unreadable, unreadable);
        }
    }
}
