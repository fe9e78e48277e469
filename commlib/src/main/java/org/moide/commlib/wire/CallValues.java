package org.moide.commlib.wire;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;

/**
 * The encoding of arguments and answers of calls: records and enums of MOIDE, texts, numbers, arrays, lists, sets and
 * maps. RMI's own streams carry only these bytes. They are decoded when all have arrived, so a peer can make this
 * process use only memory and time in proportion to the bytes that it sent, whatever lengths it claims ({@link
 * ValueReader}).
 *
 * <p>Lists, sets and maps are immutable after decoding, and keep their order. Elements of sets and keys of maps are
 * texts, numbers or enums ({@link Leaves}). An object that occurs twice in a value is decoded as two objects. A record
 * is created by its constructor, which checks it. Any thread may call it.
 */
public final class CallValues {
    /** The length in bytes up to which an encoded value travels as one array. Longer values travel as several. */
    public static final int MOST_PIECE_BYTES = Travelling.MOST_PIECE_BYTES;

    private CallValues() {}

    /**
     * Encodes a value. Long byte arrays are not copied: if one is changed before the bytes are sent, the change is sent
     * too.
     *
     * @throws IOException naming a class that cannot be encoded
     */
    public static byte[][] encode(@Nullable Object value) throws IOException {
        ValueWriter writer = new ValueWriter();
        writer.write(value);
        return writer.bytes();
    }

    /**
     * Encodes a value in one array. This is for other uses than RMI calls, with limits of their own.
     *
     * @throws IOException naming a class that cannot be encoded
     */
    public static byte[] bytes(Object value) throws IOException {
        return new ByteReader(encode(value)).rest();
    }

    /**
     * Decodes a value of one class from the bytes of {@link #bytes}.
     *
     * @throws InvalidObjectException if the value is of another class, names an unknown class, or is malformed
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
     * Encodes a value, but keeps its long arrays of bytes, ints, longs, floats and doubles apart.
     *
     * @throws IOException naming a class that cannot be encoded
     */
    public static CallBytes encodeBeside(@Nullable Object value) throws IOException {
        List<Slice> beside = new ArrayList<>(0);
        ValueWriter writer = new ValueWriter(beside);
        writer.write(value);
        return new CallBytes(writer.bytes(), beside);
    }

    /**
     * Decodes a value.
     *
     * @param loader the loader of the messages' classes
     * @throws InvalidObjectException if the bytes were not made by {@link #encode}, or a record refuses its components
     * @throws ClassNotFoundException if the value names an unknown class
     */
    public static @Nullable Object decode(byte[][] pieces, @Nullable ClassLoader loader)
            throws InvalidObjectException, ClassNotFoundException {
        return decode(pieces, List.of(), loader);
    }

    /**
     * Decodes a value that {@link #encodeBeside} has encoded.
     *
     * @param beside the arrays of numbers that were kept apart; the value contains them afterwards
     * @throws InvalidObjectException as {@link #decode(byte[][], ClassLoader)}, or if the number of arrays is wrong
     * @throws ClassNotFoundException if the value names an unknown class
     */
    public static @Nullable Object decode(byte[][] pieces, List<?> beside, @Nullable ClassLoader loader)
            throws InvalidObjectException, ClassNotFoundException {
        return read(pieces, source -> new ValueReader(source, loader, beside));
    }

    /** Decodes a value with a given reader, and checks that no bytes are left. */
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
