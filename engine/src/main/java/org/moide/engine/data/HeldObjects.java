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
 * The data objects that an engine has: their bytes, which it sends to other engines, and their values, which are
 * decoded when a task first reads them. Any thread.
 */
public final class HeldObjects implements DataHolder {
    /** The answer for an object that this engine does not have. */
    static final byte[] NOTHING = {};

    /**
     * One object. After a shared object has been decoded, its bytes are kept by a soft reference: only other engines
     * need them and can get them elsewhere, while shared objects are never dropped and must not fill the memory.
     */
    private static final class Held {
        private volatile byte @Nullable [] bytes;
        private volatile @Nullable SoftReference<byte[]> spare; // set before bytes is cleared
        private @Nullable Object value; // guarded by this object's lock

        Held(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Returns the object's bytes; null if the garbage collector has cleared them. */
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
    private final LinkedHashMap<Long, byte[]> written = new LinkedHashMap<>(); // guarded by itself; oldest first
    private long writtenBytes;
    private volatile @Nullable Spill spill;

    /** Makes dropped objects go to disk from now on. */
    void spillTo(Spill disk) {
        spill = disk;
    }

    DataCounts counts() {
        return counts;
    }

    void keep(long id, byte[] bytes) {
        objects.put(id, new Held(bytes));
    }

    /** Returns whether tasks can read the object on this engine now. */
    boolean has(long id) {
        return objects.containsKey(id);
    }

    /**
     * Drops an object from memory, to make room.
     *
     * @return whether this engine still has the bytes, on disk
     */
    boolean drop(long id) {
        Held dropped = objects.remove(id);
        Spill disk = spill;
        byte[] bytes = dropped == null ? null : dropped.bytes();
        return disk != null && bytes != null && disk.take(id, bytes);
    }

    /**
     * Removes released objects from the objects that tasks of this engine have written, and from disk. Objects that
     * tasks can read must have been removed by {@link #drop} before.
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
     * Keeps the bytes of an object that a task of this engine has written, so that tasks here need not fetch it. If all
     * such objects together exceed {@code mostBytes}, drops the oldest ones.
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
     * Makes an object readable that a task of this engine has written.
     *
     * @return false if its bytes have been dropped
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
     * Returns the value of an object, the same for all threads. Called by compute threads for objects that a running
     * task reads; these are not dropped.
     *
     * @throws IllegalStateException if this engine does not have the object
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
     * Checks that tasks have not changed an object. Compares the encoding of its value with the encoding of a value
     * that is decoded anew from its bytes.
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
