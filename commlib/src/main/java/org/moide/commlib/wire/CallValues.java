package org.moide.commlib.wire;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;

/**
 * Arguments and answers of calls as bytes: records and enums of ours, texts, numbers, arrays, lists, sets and maps. RMI's
 * own streams carry these bytes and nothing else; what is in them is read only when all of them have come, so a peer gets
 * no more memory or time than they are worth, whatever they claim ({@link ValueReader}).
 *
 * <p>Lists, sets and maps arrive as ones that cannot be changed, in the order in which they were sent. Elements of sets
 * and keys of maps are texts, numbers or enums ({@link Leaves}). An object that is at two places in a value arrives as
 * two objects. A record is made by its constructor, which checks it. Any thread.
 */
public final class CallValues {
    /** The most bytes of one array. */
    public static final int MOST_PIECE_BYTES = Travelling.MOST_PIECE_BYTES;

    private CallValues() {}

    /**
     * The value's bytes. Long arrays of bytes are not copied: a change made to one before the bytes are sent is sent
     * too.
     *
     * @throws IOException naming the class of what does not travel
     */
    public static byte[][] encode(@Nullable Object value) throws IOException {
        ValueWriter writer = new ValueWriter();
        writer.write(value);
        return writer.bytes();
    }

    /**
     * The value's bytes in one array, for what is no call of RMI's and has a limit of its own.
     *
     * @throws IOException naming the class of what does not travel
     */
    public static byte[] bytes(Object value) throws IOException {
        return new ByteReader(encode(value)).rest();
    }

    /**
     * The value that {@link #bytes} encoded, if it is one of this class.
     *
     * @throws InvalidObjectException if it is another, there is no such class here, or as by the other ways to decode
     */
    public static <T> T decode(byte[] bytes, Class<T> type) throws InvalidObjectException {
        Object value;
        try {
            value = decode(new byte[][] {bytes}, CallValues.class.getClassLoader());
        } catch (ClassNotFoundException unknown) {
            throw new InvalidObjectException("expected a class that is here, found " + unknown.getMessage());
        }
        if (!type.isInstance(value)) {
            throw new InvalidObjectException("expected a value of class " + type.getName() + ", found "
                    + (value == null ? "nothing" : "one of " + value.getClass().getName()));
        }
        return type.cast(value);
    }

    /**
     * The value's bytes without its long arrays of bytes, ints, longs, floats and doubles, which go beside them.
     *
     * @throws IOException naming the class of what does not travel
     */
    public static CallBytes encodeBeside(@Nullable Object value) throws IOException {
        List<Slice> beside = new ArrayList<>(0);
        ValueWriter writer = new ValueWriter(beside);
        writer.write(value);
        return new CallBytes(writer.bytes(), beside);
    }

    /**
     * The value that was encoded.
     *
     * @param loader of the messages' classes
     * @throws InvalidObjectException if the bytes are not what {@link #encode} makes, or a record refuses its components
     * @throws ClassNotFoundException if there is no such class here
     */
    public static @Nullable Object decode(byte[][] pieces, @Nullable ClassLoader loader)
            throws InvalidObjectException, ClassNotFoundException {
        return decode(pieces, List.of(), loader);
    }

    /**
     * The value that was encoded by {@link #encodeBeside}.
     *
     * @param beside arrays of numbers that came beside the bytes; they become the value's own
     * @throws InvalidObjectException as {@link #decode(byte[][], ClassLoader)}, or if there are more arrays, or fewer
     * @throws ClassNotFoundException if there is no such class here
     */
    public static @Nullable Object decode(byte[][] pieces, List<?> beside, @Nullable ClassLoader loader)
            throws InvalidObjectException, ClassNotFoundException {
        return read(pieces, source -> new ValueReader(source, loader, beside));
    }

    /** The value that this reader finds in the bytes. */
    static @Nullable Object read(byte[][] pieces, Function<ByteReader, ValueReader> readers)
            throws InvalidObjectException, ClassNotFoundException {
        try {
            ValueReader reader = readers.apply(new ByteReader(pieces));
            Object value = reader.read();
            reader.end();
            return value;
        } catch (RuntimeException | LinkageError wrong) {
            String said =
                    wrong instanceof IllegalArgumentException ? String.valueOf(wrong.getMessage()) : wrong.toString();
            InvalidObjectException refused = new InvalidObjectException(said);
            refused.initCause(wrong);
            throw refused;
        }
    }
}
