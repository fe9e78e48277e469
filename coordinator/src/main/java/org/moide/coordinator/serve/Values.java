package org.moide.coordinator.serve;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values that an application has put into its report, as bytes: strings, booleans, numbers, and arrays of numbers. They come
 * out as they went in; a number of a class that is not the JDK's becomes a {@code Double}.
 */
public final class Values {
    private static final char STRING = 's';
    private static final char BOOLEAN = 'z';
    private static final char BIG_INTEGER = 'N';
    private static final char BIG_DECIMAL = 'M';
    private static final char ARRAY = '[';

    private Values() {}

    public static byte[] encode(Map<String, Object> values) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (Map.Entry<String, Object> entry : values.entrySet()) {
                text(entry.getKey(), out);
                write(entry.getValue(), out);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * In their order.
     *
     * @throws IOException if these are no such values
     */
    public static Map<String, Object> decode(byte[] bytes) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        while (in.available() > 0) {
            values.put(text(in), read(in));
        }
        return values;
    }

    private static void write(Object value, DataOutputStream out) throws IOException {
        if (value instanceof String string) {
            out.writeByte(STRING);
            text(string, out);
        } else if (value instanceof Boolean truth) {
            out.writeByte(BOOLEAN);
            out.writeBoolean(truth);
        } else if (value instanceof Number number) {
            number(number, out);
        } else if (value.getClass().isArray()) {
            out.writeByte(ARRAY);
            out.writeByte(value.getClass().getComponentType().descriptorString().charAt(0));
            int length = Array.getLength(value);
            out.writeInt(length);
            for (int index = 0; index < length; index++) {
                number((Number) Array.get(value, index), out);
            }
        } else {
            throw new IllegalArgumentException(
                    "expected a string, boolean, number or array of numbers, found an object of "
                            + value.getClass().getName());
        }
    }

    private static void number(Number number, DataOutputStream out) throws IOException {
        if (number instanceof Byte one) {
            out.writeByte('B');
            out.writeByte(one);
        } else if (number instanceof Short one) {
            out.writeByte('S');
            out.writeShort(one);
        } else if (number instanceof Integer one) {
            out.writeByte('I');
            out.writeInt(one);
        } else if (number instanceof Long one) {
            out.writeByte('J');
            out.writeLong(one);
        } else if (number instanceof Float one) {
            out.writeByte('F');
            out.writeFloat(one);
        } else if (number instanceof BigInteger || number instanceof BigDecimal) {
            out.writeByte(number instanceof BigInteger ? BIG_INTEGER : BIG_DECIMAL);
            text(number.toString(), out);
        } else {
            out.writeByte('D');
            out.writeDouble(number.doubleValue());
        }
    }

    private static Object read(DataInputStream in) throws IOException {
        char kind = (char) in.readUnsignedByte();
        return switch (kind) {
            case STRING -> text(in);
            case BOOLEAN -> in.readBoolean();
            case ARRAY -> array((char) in.readUnsignedByte(), in);
            default -> number(kind, in);
        };
    }

    private static Number number(char kind, DataInputStream in) throws IOException {
        try {
            return switch (kind) {
                case 'B' -> in.readByte();
                case 'S' -> in.readShort();
                case 'I' -> in.readInt();
                case 'J' -> in.readLong();
                case 'F' -> in.readFloat();
                case 'D' -> in.readDouble();
                case BIG_INTEGER -> new BigInteger(text(in));
                case BIG_DECIMAL -> new BigDecimal(text(in));
                default -> throw new IOException("expected a value of a report, found one of kind " + (int) kind);
            };
        } catch (NumberFormatException wrong) {
            throw new IOException("expected a number in a report", wrong);
        }
    }

    private static Object array(char kind, DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) { // each takes a byte at least
            throw new IOException("expected an array within its frame, found one of length " + length);
        }
        Class<?> type = switch (kind) {
            case 'B' -> byte.class;
            case 'S' -> short.class;
            case 'I' -> int.class;
            case 'J' -> long.class;
            case 'F' -> float.class;
            case 'D' -> double.class;
            default -> Number.class;
        };
        Object array = Array.newInstance(type, length);
        for (int index = 0; index < length; index++) {
            Number number = number((char) in.readUnsignedByte(), in);
            try {
                Array.set(array, index, number);
            } catch (IllegalArgumentException wrong) {
                throw new IOException("expected an array of one kind", wrong);
            }
        }
        return array;
    }

    /** A length, and so many bytes. */
    static void text(String text, DataOutputStream out) throws IOException {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(encoded.length);
        out.write(encoded);
    }

    /** A length, which must be there, and so many bytes. */
    static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("expected a text within its frame, found one of " + length + " bytes");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
