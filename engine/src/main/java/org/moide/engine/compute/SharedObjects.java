package org.moide.engine.compute;

import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.engine.control.Coordinator;
import org.moide.engine.timing.Backoff;
import org.moide.engine.timing.Timing;

/**
 * The objects shared with this engine's threads: fetched from the coordinator and decoded, or read from a file, when one is
 * first asked for, on the compute thread that asks; the others of the engine wait for it and then all have the same object.
 *
 * <p>Concurrency: compute threads. {@code fetching} is guarded by itself; no lock is held while an object is fetched.
 */
final class SharedObjects {
    /** A fetch is one call: far below the gate's cap for one request, large enough to make the call's own cost small. */
    private static final int FETCH_BYTES = 4 << 20;

    private final Map<String, Long> sizes;
    private final Coordinator coordinator;
    private final ObjectCodec codec;
    private final NamedFiles files;
    private final Timing timing;
    private final Ticker ticker;
    private final Signal changed;
    private final Map<String, Object> decoded = new ConcurrentHashMap<>();
    private final Set<String> fetching = new HashSet<>();

    SharedObjects(
            Map<String, Long> sizes,
            Coordinator coordinator,
            ObjectCodec codec,
            NamedFiles files,
            Timing timing,
            Ticker ticker,
            Signal.Factory signals) {
        this.sizes = sizes;
        this.coordinator = coordinator;
        this.codec = codec;
        this.files = files;
        this.timing = timing;
        this.ticker = ticker;
        this.changed = signals.create();
    }

    <V> V get(String name, Class<V> type) {
        if (!sizes.containsKey(name) && !files.has(name)) {
            Set<String> names = new TreeSet<>(sizes.keySet());
            names.addAll(files.paths().keySet());
            throw new IllegalArgumentException(
                    "expected the name of something shared in createTasks, or of a file that --files names, " + names
                            + ", found '" + name + "'");
        }
        Object value = value(name);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("shared '" + name + "': expected " + type.getTypeName() + ", found "
                    + value.getClass().getTypeName());
        }
        return type.cast(value);
    }

    private Object value(String name) {
        try {
            Object value = decoded.get(name);
            while (value == null) {
                if (begins(name)) {
                    fetchTo(name);
                } else {
                    changed.await(() -> decoded.containsKey(name) || !isUnderWay(name), Long.MAX_VALUE);
                }
                value = decoded.get(name);
            }
            return value;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new RunEndedException("the run ended while this thread waited for shared '" + name + "'");
        }
    }

    /** Whether the calling thread is to fetch it: nobody else does. */
    private boolean begins(String name) {
        synchronized (fetching) {
            return !decoded.containsKey(name) && fetching.add(name);
        }
    }

    private boolean isUnderWay(String name) {
        synchronized (fetching) {
            return fetching.contains(name);
        }
    }

    private void fetchTo(String name) throws InterruptedException {
        try {
            decoded.put(name, fetch(name));
        } finally {
            synchronized (fetching) {
                fetching.remove(name);
            }
            changed.raise();
        }
    }

    private Object fetch(String name) throws InterruptedException {
        if (files.has(name)) {
            return files.bytes(name);
        }
        int size = Math.toIntExact(Objects.requireNonNull(sizes.get(name)));
        byte[] bytes = new byte[size];
        for (int offset = 0; offset < size; offset += FETCH_BYTES) {
            int length = Math.min(FETCH_BYTES, size - offset);
            byte[] part = part(name, offset, length);
            if (part.length != length) {
                throw new IllegalStateException(
                        "shared '" + name + "': expected " + length + " bytes at " + offset + ", found " + part.length);
            }
            System.arraycopy(part, 0, bytes, offset, length);
        }
        Object value = Objects.requireNonNull(codec.decode(bytes), name);
        return value;
    }

    /** Reading changes nothing, so a call that brought no answer is made again. */
    private byte[] part(String name, long offset, int length) throws InterruptedException {
        return new Backoff(timing, ticker)
                .untilAnswered(() -> coordinator.sharedBytes(name, offset, length), changed, () -> false);
    }
}
