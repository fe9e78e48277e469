package org.moide.balance.worker;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.moide.commlib.wire.CallValues;

/**
 * The form of messages from the workers of one engine to those of another, as bytes: many messages in a batch. Tasks
 * and answers, of which there may be millions a second, have a layout of their own; all else is written by
 * {@link CallValues}.
 */
public final class WorkerWire {
    private static final byte TASK = 1;
    private static final byte ANSWER = 2;
    private static final byte OTHER = 3;

    private WorkerWire() {}

    /** A batch that grows. Used by one thread at a time. */
    public static final class Batch {
        private static final int FIRST_BYTES = 4096;

        private byte[] bytes = new byte[FIRST_BYTES];
        private int length;

        /** The number of bytes in it. */
        public int length() {
            return length;
        }

        /** Takes what is in it; it is empty then. */
        public byte[] take() {
            byte[] taken = Arrays.copyOf(bytes, length);
            length = 0;
            if (bytes.length > 16 * FIRST_BYTES) {
                bytes = new byte[FIRST_BYTES];
            }
            return taken;
        }

        public void add(WorkerMessage.Task task) {
            ByteBuffer out = room(1 + 8 * 6 + 4 * 5 + task.body().length);
            out.put(TASK)
                    .putLong(task.to())
                    .putLong(task.number())
                    .putInt(task.origin())
                    .putLong(task.version())
                    .putInt(task.hops())
                    .putLong(task.from())
                    .putLong(task.planned())
                    .putLong(task.ask())
                    .putInt(task.asker())
                    .putInt(task.cut())
                    .putInt(task.body().length)
                    .put(task.body());
            length = out.position();
        }

        public void add(WorkerMessage.Answer answer) {
            ByteBuffer out = room(1 + 8 + 1 + 4 + 4 + answer.bytes().length);
            out.put(ANSWER)
                    .putLong(answer.ask())
                    .put((byte) (answer.failed() ? 1 : 0))
                    .putInt(answer.cut())
                    .putInt(answer.bytes().length)
                    .put(answer.bytes());
            length = out.position();
        }

        /** Adds what {@link #encode} has made. */
        public void addEncoded(byte[] value) {
            ByteBuffer out = room(1 + 4 + value.length);
            out.put(OTHER).putInt(value.length).put(value);
            length = out.position();
        }

        private ByteBuffer room(int more) {
            int needed = Math.addExact(length, more + 8);
            if (needed > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length + (bytes.length >> 1)));
            }
            return ByteBuffer.wrap(bytes).position(length);
        }
    }

    /** The reader of a batch. */
    public interface Reader {
        void task(WorkerMessage.Task task);

        void answer(WorkerMessage.Answer answer);

        void other(Object message);
    }

    /**
     * Gives the messages of a batch to the reader, in their order.
     *
     * @throws IllegalArgumentException if it is no batch
     */
    public static void read(byte[] batch, Reader reader) {
        ByteBuffer in = ByteBuffer.wrap(batch);
        try {
            while (in.hasRemaining()) {
                int at = in.position();
                byte kind = in.get();
                switch (kind) {
                    case TASK -> reader.task(task(in));
                    case ANSWER ->
                        reader.answer(new WorkerMessage.Answer(in.getLong(), in.get() == 1, in.getInt(), bytes(in)));
                    case OTHER -> reader.other(decode(bytes(in)));
                    default ->
                        throw new IllegalArgumentException(
                                "a batch of workers' messages: expected a message at byte " + at + ", found " + kind);
                }
            }
        } catch (BufferUnderflowException torn) {
            throw new IllegalArgumentException(
                    "a batch of workers' messages ends within a message, after " + batch.length + " bytes", torn);
        }
    }

    private static WorkerMessage.Task task(ByteBuffer in) {
        return new WorkerMessage.Task(
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getLong(),
                in.getInt(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getInt(),
                bytes(in));
    }

    private static byte[] bytes(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("a batch of workers' messages: expected an array of at most "
                    + in.remaining() + " bytes, found one of " + length);
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /** A record of ours as bytes. */
    public static byte[] encode(Object value) {
        try {
            return CallValues.bytes(value);
        } catch (IOException unfit) {
            throw new IllegalArgumentException(unfit.getMessage(), unfit);
        }
    }

    /**
     * The reverse of {@link #encode}.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Object decode(byte[] encoded) {
        try {
            return CallValues.decode(encoded, Object.class);
        } catch (IOException wrong) {
            throw new IllegalArgumentException(
                    "a message between workers cannot be read: " + wrong.getMessage(), wrong);
        }
    }
}
