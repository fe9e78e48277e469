package org.moide.balance.worker;

import java.io.IOException;
import org.moide.commlib.wire.ArrayWriter;
import org.moide.commlib.wire.ByteReader;
import org.moide.commlib.wire.CallValues;

/**
 * What goes from the workers of one engine to those of another, as bytes: many messages in a batch. Tasks and answers, of which
 * there may be millions a second, have a layout of their own; all else is written by {@link CallValues}.
 */
public final class WorkerWire {
    private static final byte TASK = 1;
    private static final byte ANSWER = 2;
    private static final byte OTHER = 3;

    private WorkerWire() {}

    /** A batch that grows. Used by one thread at a time. */
    public static final class Batch {
        private static final int FIRST_BYTES = 4096;

        private final ArrayWriter out = new ArrayWriter(FIRST_BYTES);

        /** How many bytes are in it. */
        public int length() {
            return out.length();
        }

        /** What is in it; it is empty then. */
        public byte[] take() {
            return out.take();
        }

        public void add(WorkerMessage.Task task) {
            out.room(1 + 8 * 6 + 4 * 4)
                    .put(TASK)
                    .putLong(task.to())
                    .putLong(task.number())
                    .putInt(task.origin())
                    .putLong(task.version())
                    .putInt(task.hops())
                    .putLong(task.from())
                    .putLong(task.planned())
                    .putLong(task.ask())
                    .putInt(task.asker())
                    .putInt(task.cut());
            out.array(task.body());
        }

        public void add(WorkerMessage.Answer answer) {
            out.room(1 + 8 + 1 + 4)
                    .put(ANSWER)
                    .putLong(answer.ask())
                    .put((byte) (answer.failed() ? 1 : 0))
                    .putInt(answer.cut());
            out.array(answer.bytes());
        }

        /** Adds what {@link #encode} has made. */
        public void addEncoded(byte[] value) {
            out.room(1).put(OTHER);
            out.array(value);
        }
    }

    /** What a batch is read by. */
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
        ByteReader in = new ByteReader(batch);
        while (in.remaining() > 0) {
            byte kind = in.get();
            switch (kind) {
                case TASK -> reader.task(task(in));
                case ANSWER ->
                    reader.answer(new WorkerMessage.Answer(in.getLong(), in.get() == 1, in.getInt(), in.array()));
                case OTHER -> reader.other(decode(in.array()));
                default ->
                    throw new IllegalArgumentException(
                            "a batch of workers' messages: expected a kind from 1 to 3, found " + kind);
            }
        }
    }

    private static WorkerMessage.Task task(ByteReader in) {
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
                in.array());
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
