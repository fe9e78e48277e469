package org.moide.balance.worker;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.moide.commlib.wire.CallValues;

/**
 * The wire format of messages between the workers of two engines: batches of messages. Tasks and answers, of which
 * there may be millions a second, have a compact format of their own; all others use {@link CallValues}.
 */
public final class WorkerWire {
    private static final byte TASK = 1;
    private static final byte ANSWER = 2;
    private static final byte OTHER = 3;

    private WorkerWire() {}

    /** A batch: a byte array to which messages are added one by one. Used by one thread at a time. */
    public static final class Batch {
        private static final int FIRST_BYTES = 4096;

        private byte[] bytes = new byte[FIRST_BYTES];
        private int length;

        public int length() {
            return length;
        }

        /** Removes and returns the bytes of the batch. */
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

        /**
         * Adds a value to the batch.
         *
         * @param value the result of {@link #encode}
         */
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

    /** A receiver of the messages of a batch, with one method for each kind. */
    public interface Reader {
        void task(WorkerMessage.Task task);

        void answer(WorkerMessage.Answer answer);

        void other(Object message);
    }

    /**
     * Passes the messages of a batch to the reader, in order.
     *
     * @throws IllegalArgumentException if the bytes are not a batch
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

    /** Encodes a value, one of the records that {@link CallValues} accepts. */
    public static byte[] encode(Object value) {
        try {
            return CallValues.bytes(value);
        } catch (IOException unfit) {
            throw new IllegalArgumentException(unfit.getMessage(), unfit);
        }
    }

    /**
     * Decodes the result of {@link #encode}.
     *
     * @throws IllegalArgumentException if the bytes are damaged
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
