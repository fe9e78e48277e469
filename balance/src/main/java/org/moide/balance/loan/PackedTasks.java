package org.moide.balance.loan;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Encoded tasks in one array, each behind its length: thousands of small arrays would cost the network's reader and its filter
 * many times what the tasks cost.
 *
 * @param count how many tasks
 * @param bytes each task's length in four bytes, and the task
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
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

    /** Packs tasks. */
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

    /** The tasks, in their order; new arrays. */
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
