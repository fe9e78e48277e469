package org.moide.engine.data;

import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectCodec;

/**
 * The data objects that an engine has: their bytes, which it gives to others, and their values, decoded when a task
 * first reads one. Any thread.
 */
public final class HeldObjects implements DataHolder {
    /** The answer in place of an object that is not here. */
    static final byte[] NOTHING = {};

    /**
     * One object. Once a shared one is decoded, its bytes are kept for other engines only, and these find them
     * elsewhere too. Since nothing drops it, they must not take memory that the application needs.
     */
    private static final class Held {
        private volatile byte @Nullable [] bytes;
        private volatile @Nullable SoftReference<byte[]> spare; // set before there are no bytes
        private @Nullable Object value; // guarded by this

        Held(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Returns the bytes; null if there was no memory for them any more. */
        byte @Nullable [] bytes() {
            byte[] known = bytes;
            SoftReference<byte[]> left = spare;
            return known != null || left == null ? known : left.get();
        }

        synchronized boolean isChanged(ObjectCodec codec) {
            return value != null && !Arrays.equals(codec.encode(value), codec.encode(codec.decode(requireBytes())));
        }

        synchronized Object value(ObjectCodec codec, long id) {
            Object decoded = value;
            if (decoded == null) {
                byte[] all = requireBytes();
                decoded = Objects.requireNonNull(codec.decode(all), () -> "data object " + id);
                value = decoded;
                if (DataSpace.isShared(id)) {
                    spare = new SoftReference<>(all);
                    bytes = null;
                }
            }
            return decoded;
        }

        private byte[] requireBytes() {
            return Objects.requireNonNull(bytes, "bytes of what is not decoded");
        }
    }

    private final DataCounts counts = new DataCounts();
    private final Map<Long, Held> objects = new ConcurrentHashMap<>();
    private final LinkedHashMap<Long, byte[]> written = new LinkedHashMap<>(); // guarded by itself; the oldest first
    private long writtenBytes; // guarded by written
    private volatile @Nullable Spill spill;

    /** Makes dropped objects go to disk from here on. */
    void spillTo(Spill disk) {
        spill = disk;
    }

    DataCounts counts() {
        return counts;
    }

    void keep(long id, byte[] bytes) {
        objects.put(id, new Held(bytes));
    }

    /** Returns whether an object is here, as far as tasks are concerned. */
    boolean has(long id) {
        return objects.containsKey(id);
    }

    /**
     * Drops an object for which there is no more room in memory.
     *
     * @return whether its bytes can still be had here, from disk
     */
    boolean drop(long id) {
        Held dropped = objects.remove(id);
        Spill disk = spill;
        byte[] bytes = dropped == null ? null : dropped.bytes();
        return disk != null && bytes != null && disk.take(id, bytes);
    }

    /**
     * Forgets objects that have ended, of those that were written here or are on disk. Those in memory go by {@link
     * #drop}, before this.
     */
    void released(List<Long> ids) {
        synchronized (written) {
            for (long id : ids) {
                byte[] bytes = written.remove(id);
                writtenBytes -= bytes == null ? 0 : bytes.length;
            }
        }
        Spill disk = spill;
        if (disk != null) {
            ids.forEach(disk::remove);
        }
    }

    /**
     * Keeps an object that a task here has written. It need not be fetched, unless it is wanted so late that others
     * took its room.
     */
    void wrote(long id, byte[] bytes, long mostBytes) {
        synchronized (written) {
            byte[] before = written.put(id, bytes);
            writtenBytes += bytes.length - (before == null ? 0 : before.length);
            Iterator<byte[]> oldest = written.values().iterator();
            while (writtenBytes > mostBytes) {
                writtenBytes -= oldest.next().length;
                oldest.remove();
            }
        }
    }

    /**
     * Takes an object that was written here into memory.
     *
     * @return whether it was still there
     */
    boolean adopt(long id) {
        byte[] bytes;
        synchronized (written) {
            bytes = written.remove(id);
            writtenBytes -= bytes == null ? 0 : bytes.length;
        }
        if (bytes != null) {
            keep(id, bytes);
        }
        return bytes != null;
    }

    private byte @Nullable [] bytes(long id) {
        Held held = objects.get(id);
        if (held != null) {
            return held.bytes();
        }
        synchronized (written) {
            byte[] bytes = written.get(id);
            if (bytes != null) {
                return bytes;
            }
        }
        Spill disk = spill;
        return disk == null ? null : disk.bytes(id);
    }

    /**
     * Returns the value of an object, the same for all threads. Called by compute threads, for objects that a running
     * task reads and that therefore stay.
     *
     * @throws IllegalStateException if the object is not here
     */
    public Object value(long id, ObjectCodec codec) {
        Held held = objects.get(id);
        if (held == null) {
            throw new IllegalStateException(
                    "expected data object " + id + " to be here before a task that reads it runs,"
                            + " found that it is not: please report this with the run's log");
        }
        return held.value(codec, id);
    }

    /**
     * Checks that an object that tasks have read is as it was: encodes its value and the value that its bytes decode to
     * now, and compares.
     *
     * @throws IllegalStateException if the object has changed
     */
    public void verify(long id, ObjectCodec codec) {
        Held held = objects.get(id);
        if (held != null && held.isChanged(codec)) {
            throw new IllegalStateException("data object " + id + ": expected tasks to leave what they read as it is");
        }
    }

    @Override
    public byte[] piece(long id, long offset, int length) {
        byte[] bytes = bytes(id);
        if (bytes == null) {
            return NOTHING;
        }
        if (offset < 0 || length < 1 || offset + length > bytes.length) {
            throw new IllegalArgumentException("data object " + id + ": expected a part of " + bytes.length
                    + " bytes, found " + length + " from " + offset);
        }
        counts.gave(length, offset + length == bytes.length);
        return Arrays.copyOfRange(bytes, (int) offset, (int) offset + length);
    }

    @Override
    public List<byte[]> objects(List<Long> ids) {
        List<byte[]> all = DataHolder.together(ids, id -> {
            byte[] bytes = bytes(id);
            return bytes == null ? NOTHING : bytes;
        });
        all.stream().filter(bytes -> bytes != NOTHING).forEach(bytes -> counts.gave(bytes.length, true));
        return all;
    }
}
