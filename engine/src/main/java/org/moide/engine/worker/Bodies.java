package org.moide.engine.worker;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.ChangedTaskException;
import org.moide.balance.worker.TaskBody;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.message.Elements;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.TaskCodec;
import org.moide.engine.control.Questions;
import org.moide.engine.loading.TaskBytes;

/**
 * Converts tasks, states, answers and results between objects and bytes. It runs the application's code, so only
 * threads that may do so call it.
 */
final class Bodies {
    /** The value in place of the sending task's number, if no task of this epoch has sent the task. */
    public static final long NO_CAUSE = -1;

    private static final byte OBJECT = -1;

    /** First byte of an encoding that begins with the number of the sending task. */
    private static final byte CAUSED = -3;

    private static final int CAUSE_BYTES = 1 + 8 + 8;

    /** The value in place of an epoch number, in runs whose workload is not recorded. */
    public static final long NOT_RECORDED = 0;

    /**
     * The types of elements of arrays that are copied and not serialized. The first byte of such an array's encoding is
     * the index of its type in this list.
     */
    private static final List<ElementType> TYPES =
            List.of(ElementType.BYTE, ElementType.INT, ElementType.LONG, ElementType.FLOAT, ElementType.DOUBLE);

    private final ObjectCodec codec;
    private final TaskBytes tasks;
    private final boolean verify;
    private final long recordedEpoch;

    /** Creates the encoding for a run whose workload is not recorded. */
    public Bodies(ObjectCodec codec, @Nullable TaskCodec<?> own, boolean verify) {
        this(codec, own, verify, NOT_RECORDED);
    }

    /**
     * Creates the encoding for the objects of one application.
     *
     * @param own the application's codec for tasks; null if it has none
     * @param verify whether each task is encoded when it is sent, to detect later changes
     * @param recordedEpoch the epoch number, if the workload is recorded, so that the number of the sending task is
     *     sent along; otherwise {@link #NOT_RECORDED}
     */
    public Bodies(ObjectCodec codec, @Nullable TaskCodec<?> own, boolean verify, long recordedEpoch) {
        this.codec = codec;
        this.tasks = new TaskBytes(codec);
        tasks.by(own);
        this.verify = verify;
        this.recordedEpoch = recordedEpoch;
    }

    /** A task, as an object or as its encoding. */
    public interface Body extends TaskBody {
        /**
         * Returns the task as an object, for its handler.
         *
         * @throws ChangedTaskException if tasks are verified, and this one has changed since it was sent
         */
        Object value();

        /**
         * Returns the number of the task that sent this one; {@link #NO_CAUSE} if no task of this epoch did, or the
         * workload is not recorded.
         */
        long cause();

        /** Returns the length of the encoded task, without the number of the sending task. */
        int length();
    }

    private final class OfObject implements Body {
        private final Serializable object;
        private final long cause;

        OfObject(Serializable object, long cause) {
            this.object = object;
            this.cause = cause;
        }

        @Override
        public long cause() {
            return cause;
        }

        @Override
        public byte[] bytes() {
            return withCause(cause, encodeTask(object));
        }

        @Override
        public int length() {
            return encodeTask(object).length;
        }

        @Override
        public Object value() {
            return object;
        }
    }

    /** A task object, together with the encoding that it had when it was sent. Other engines get that encoding. */
    private final class Verified implements Body {
        private final Serializable object;
        private final byte[] sent;
        private final long cause;

        Verified(Serializable object, long cause) {
            this.object = object;
            this.sent = encodeTask(object);
            this.cause = cause;
        }

        @Override
        public long cause() {
            return cause;
        }

        @Override
        public byte[] bytes() {
            return withCause(cause, unchanged());
        }

        @Override
        public int length() {
            return sent.length;
        }

        private byte[] unchanged() {
            if (!Arrays.equals(sent, encodeTask(object))) {
                throw new ChangedTaskException(object.getClass().getName());
            }
            return sent;
        }

        @Override
        public Object value() {
            return decode(unchanged());
        }
    }

    private final class OfBytes implements Body {
        private final byte[] bytes;

        OfBytes(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public long cause() {
            if (!hasCause(bytes)) {
                return NO_CAUSE;
            }
            ByteBuffer in = ByteBuffer.wrap(bytes, 1, CAUSE_BYTES - 1);
            return in.getLong() == recordedEpoch ? in.getLong() : NO_CAUSE;
        }

        @Override
        public int length() {
            return hasCause(bytes) ? bytes.length - CAUSE_BYTES : bytes.length;
        }

        @Override
        public byte[] bytes() {
            return bytes;
        }

        @Override
        public Object value() {
            return decode(bytes);
        }
    }

    public Body of(Serializable task) {
        return of(task, NO_CAUSE);
    }

    /**
     * Returns the body of a task to send.
     *
     * @param cause the number of the task whose handler sends it
     */
    public Body of(Serializable task, long cause) {
        Serializable sent = Objects.requireNonNull(task, "task");
        return verify ? new Verified(sent, cause) : new OfObject(sent, cause);
    }

    public Body ofBytes(byte[] bytes) {
        return new OfBytes(bytes);
    }

    private byte[] withCause(long cause, byte[] task) {
        if (recordedEpoch == NOT_RECORDED) {
            return task;
        }
        return ByteBuffer.allocate(CAUSE_BYTES + task.length)
                .put(CAUSED)
                .putLong(recordedEpoch)
                .putLong(cause)
                .put(task)
                .array();
    }

    private static boolean hasCause(byte[] bytes) {
        return bytes.length > CAUSE_BYTES && bytes[0] == CAUSED;
    }

    private byte[] encodeTask(Serializable task) {
        return tasks.isOwn() ? tasks.encode(task) : encode(task);
    }

    /** Encodes an object. Arrays of primitives are copied, other objects serialized. */
    public byte[] encode(Object value) {
        if (value instanceof byte[] plain) {
            byte[] bytes = new byte[plain.length + 1];
            bytes[0] = (byte) TYPES.indexOf(ElementType.BYTE);
            System.arraycopy(plain, 0, bytes, 1, plain.length);
            return bytes;
        }
        boolean array = ElementType.isArray(value);
        byte[] content = array ? Elements.encode(Slice.of(value)) : codec.encode(value);
        byte[] bytes = new byte[content.length + 1];
        bytes[0] = array ? (byte) TYPES.indexOf(ElementType.of(value)) : OBJECT;
        System.arraycopy(content, 0, bytes, 1, content.length);
        return bytes;
    }

    public Object decode(byte[] bytes) {
        if (TaskBytes.isOwn(bytes)) {
            return Objects.requireNonNull(tasks.decode(bytes), "a task");
        }
        if (hasCause(bytes)) {
            return decode(Arrays.copyOfRange(bytes, CAUSE_BYTES, bytes.length));
        }
        if (bytes.length == 0 || bytes[0] < OBJECT || bytes[0] >= TYPES.size()) {
            throw new IllegalArgumentException(
                    "expected what was encoded for a worker, found " + bytes.length + " bytes that are not");
        }
        byte[] content = Arrays.copyOfRange(bytes, 1, bytes.length);
        if (bytes[0] == OBJECT) {
            @Nullable Object value = codec.decode(content);
            return Objects.requireNonNull(value, "an object of a worker");
        }
        ElementType type = TYPES.get(bytes[0]);
        if (type == ElementType.BYTE) {
            return content;
        }
        if (content.length % type.bytes() != 0) {
            throw new IllegalArgumentException(
                    "expected whole elements of " + type.bytes() + " bytes, found " + content.length + " bytes");
        }
        Object made = type.newArray(content.length / type.bytes());
        Elements.decode(content, Slice.of(made), 0);
        return made;
    }

    public static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns a task as one line of text: its {@code toString}, or its class if that takes too long. */
    public static String words(Object task) {
        return Questions.ask(
                () -> "task " + String.valueOf(task).replaceAll("\\s+", " "),
                "task of class " + task.getClass().getName());
    }
}
