package org.moide.engine.loading;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.TaskCodec;

/**
 * Converts an application's tasks to bytes and back: by the application's {@link TaskCodec} if it has one, and otherwise
 * like all its objects. It runs the application's code, so only threads that may do so call it.
 */
public final class TaskBytes implements ObjectCodec {
    /**
     * First byte of a task that the application's codec has encoded. Object streams begin with AC, plain values with a
     * number below 16, and headers of tasks with 4D.
     */
    private static final byte OWN = -2;

    private final ObjectCodec others;
    private volatile @Nullable TaskCodec<?> own;

    /**
     * Creates the conversion for an application that has no codec, or whose codec is not known yet.
     *
     * @param others converts all other objects
     */
    public TaskBytes(ObjectCodec others) {
        this.others = others;
    }

    /** Converts tasks by the application's codec from now on; null if it has none. Called before the first task. */
    public void by(@Nullable TaskCodec<?> codec) {
        own = codec;
    }

    /** Returns whether a codec of the application converts the tasks. */
    public boolean isOwn() {
        return own != null;
    }

    /** Returns whether a codec of the application has written these bytes. */
    public static boolean isOwn(byte[] encoded) {
        return encoded.length > 0 && encoded[0] == OWN;
    }

    @Override
    public byte[] encode(@Nullable Object task) {
        TaskCodec<?> by = own;
        if (by == null) {
            return others.encode(task);
        }
        Object known = Objects.requireNonNull(task, "task");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(OWN);
        try {
            writeBy(by, known, new DataOutputStream(bytes));
        } catch (IOException unfit) {
            throw new CommException(
                    "cannot send a " + known.getClass().getName() + ", by the application's codec: " + unfit, unfit);
        }
        return bytes.toByteArray();
    }

    // All tasks come from the same application, so they have the codec's type.
    @SuppressWarnings("unchecked")
    private static <T> void writeBy(TaskCodec<T> codec, Object task, DataOutputStream out) throws IOException {
        codec.write((T) task, out);
    }

    /**
     * Returns the task that these bytes encode.
     *
     * @throws IllegalArgumentException if a codec has written the bytes, and the application has none here
     */
    @Override
    public @Nullable Object decode(byte[] bytes) {
        if (!isOwn(bytes)) {
            return others.decode(bytes);
        }
        TaskCodec<?> by = own;
        if (by == null) {
            throw new IllegalArgumentException("received a task that a codec of the application has written: expected"
                    + " that it has one here too, found none");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1));
        try {
            Object task = Objects.requireNonNull(by.read(in), "a task that the application's codec has read");
            if (in.available() > 0) {
                throw new IOException(in.available() + " bytes are left over");
            }
            return task;
        } catch (IOException unfit) {
            throw new CommException(
                    "cannot read a received task of " + (bytes.length - 1) + " bytes, by the application's codec: "
                            + unfit,
                    unfit);
        }
    }
}
