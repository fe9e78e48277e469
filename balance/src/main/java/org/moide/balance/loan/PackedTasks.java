package org.moide.balance.loan;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Encoded tasks packed into one array. To deserialize thousands of small arrays would take many times longer.
 *
 * @param count the number of tasks
 * @param bytes for each task its length in four bytes, then its bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; too large to copy
public record PackedTasks(int count, byte[] bytes) implements Serializable {
    private static final long serialVersionUID = 1L;

    public PackedTasks {
        ByteBuffer source = ByteBuffer.wrap(bytes);
        for (int task = 0; task < count; task++) {
            int length = source.remaining() < Integer.BYTES ? -1 : source.getInt();
            if (length < 0 || length > source.remaining()) {
                throw new IllegalArgumentException(
                        "expected " + count + " tasks in " + bytes.length + " bytes, found " + task);
            }
            source.position(source.position() + length);
        }
        if (count < 0 || source.hasRemaining()) {
            throw new IllegalArgumentException("expected " + count + " tasks in " + bytes.length + " bytes, found "
                    + source.remaining() + " bytes more");
        }
    }

    public static PackedTasks of(Collection<byte[]> tasks) {
        int bytes = 0;
        for (byte[] task : tasks) {
            bytes = Math.addExact(bytes, Math.addExact(Integer.BYTES, task.length));
        }
        ByteBuffer packed = ByteBuffer.allocate(bytes);
        for (byte[] task : tasks) {
            packed.putInt(task.length).put(task);
        }
        return new PackedTasks(tasks.size(), packed.array());
    }

    /** Returns the encoded tasks in order, in new arrays. */
    public List<byte[]> unpacked() {
        List<byte[]> tasks = new ArrayList<>(count);
        ByteBuffer source = ByteBuffer.wrap(bytes);
        for (int task = 0; task < count; task++) {
            byte[] one = new byte[source.getInt()];
            source.get(one);
            tasks.add(one);
        }
        return tasks;
    }

    @Override
    public String toString() {
        return count + " tasks in " + bytes.length + " bytes";
    }
}
