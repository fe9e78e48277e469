package org.moide.coordinator.run.session;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.engine.compute.NamedFiles;

/**
 * The encoded objects that {@code createTasks} shared, for engines to fetch, and the files whose names they must leave alone.
 * Guarded by itself; any thread.
 */
final class SharedStore {
    private final Map<String, byte[]> bytes = new LinkedHashMap<>();
    private final NamedFiles files;

    /**
     * A store.
     *
     * @param files what {@code --files} named
     * @param first what has been shared before, by name
     */
    SharedStore(NamedFiles files, Map<String, byte[]> first) {
        this.files = files;
        first.forEach(this::put);
    }

    /** Where this process finds them. */
    NamedFiles files() {
        return files;
    }

    synchronized void put(String name, byte[] encoded) {
        if (files.has(name)) {
            throw new IllegalArgumentException("expected a name of its own for what is shared, found '" + name
                    + "', which is the name of a file that --files names");
        }
        if (bytes.putIfAbsent(name, encoded) != null) {
            throw new IllegalArgumentException("expected each name to be shared once, found '" + name + "' again");
        }
    }

    synchronized Map<String, Long> sizes() {
        Map<String, Long> sizes = new LinkedHashMap<>();
        bytes.forEach((name, encoded) -> sizes.put(name, (long) encoded.length));
        return sizes;
    }

    /** All of it, by name. */
    synchronized Map<String, byte[]> all() {
        return new LinkedHashMap<>(bytes);
    }

    /** {@code length} bytes from {@code offset} on. */
    byte[] part(String name, long offset, int length) {
        byte[] whole = whole(name);
        if (whole == null || offset < 0 || length < 0 || offset + length > whole.length) {
            throw new IllegalArgumentException("expected a part of something shared, found '" + name + "' from "
                    + offset + ", " + length + " bytes of " + (whole == null ? 0 : whole.length));
        }
        return Arrays.copyOfRange(whole, (int) offset, (int) offset + length);
    }

    private synchronized byte @Nullable [] whole(String name) {
        return bytes.get(name);
    }
}
