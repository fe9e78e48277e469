package org.moide.engine.compute;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.control.Coordinator;

/**
 * The objects shared with this engine's threads: fetched from the coordinator and decoded, or read from a file, when one is
 * first asked for, on the compute thread that asks; the others of the engine wait for it and then all have the same object.
 */
final class SharedObjects {
    /** A fetch is one call: far below the gate's cap for one request, large enough to make the call's own cost small. */
    private static final int FETCH_BYTES = 4 << 20;

    private final Map<String, Long> sizes;
    private final Coordinator coordinator;
    private final ObjectCodec codec;
    private final NamedFiles files;
    private final Map<String, Object> decoded = new ConcurrentHashMap<>();

    SharedObjects(Map<String, Long> sizes, Coordinator coordinator, ObjectCodec codec, NamedFiles files) {
        this.sizes = sizes;
        this.coordinator = coordinator;
        this.codec = codec;
        this.files = files;
    }

    <V> V get(String name, Class<V> type) {
        if (!sizes.containsKey(name) && !files.has(name)) {
            Set<String> names = new TreeSet<>(sizes.keySet());
            names.addAll(files.paths().keySet());
            throw new IllegalArgumentException(
                    "expected the name of something shared in createTasks, or of a file that --files names, " + names
                            + ", found '" + name + "'");
        }
        Object value = decoded.computeIfAbsent(name, this::fetch);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("shared '" + name + "': expected " + type.getTypeName() + ", found "
                    + value.getClass().getTypeName());
        }
        return type.cast(value);
    }

    private Object fetch(String name) {
        if (files.has(name)) {
            return files.bytes(name);
        }
        int size = Math.toIntExact(Objects.requireNonNull(sizes.get(name)));
        byte[] bytes = new byte[size];
        for (int offset = 0; offset < size; offset += FETCH_BYTES) {
            int length = Math.min(FETCH_BYTES, size - offset);
            byte[] part = coordinator.sharedBytes(name, offset, length);
            if (part.length != length) {
                throw new IllegalStateException(
                        "shared '" + name + "': expected " + length + " bytes at " + offset + ", found " + part.length);
            }
            System.arraycopy(part, 0, bytes, offset, length);
        }
        Object value = Objects.requireNonNull(codec.decode(bytes), name);
        return value;
    }
}
