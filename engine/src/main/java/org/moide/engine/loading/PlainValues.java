package org.moide.engine.loading;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ArrayWriter;
import org.moide.commlib.wire.ByteReader;
import org.moide.commlib.wire.Numbers;
import org.moide.commlib.wire.RecordMaker;
import org.moide.commlib.wire.RecordPlan;

/**
 * A short encoding of the values that most tasks are: whole numbers, doubles, texts, bytes, lambdas
 * ({@link PlainLambdas}), and records of the application. A record's components must be primitives, texts or arrays of
 * numbers; other components must be null. A record is encoded as the name of its class and its components, and decoded
 * by its constructor. The encoding is some ten times as fast as Java's serialization, which describes the class in each
 * stream.
 *
 * <p>Any thread. The first byte differs from that of a stream of Java's serialization, {@code 0xAC}.
 */
final class PlainValues {
    private static final byte INTEGER = 1;
    private static final byte LONG = 2;
    private static final byte DOUBLE = 3;
    private static final byte TEXT = 4;
    private static final byte RECORD = 5;
    private static final byte BYTES = 6;
    private static final byte LAMBDA = 7;
    private static final int NULL = -1;

    /** Initial size of the buffer, enough for a record of some numbers. */
    private static final int FIRST_BYTES = 64;

    /**
     * The total length of a record's arrays, in bytes, from which on the buffer is made exactly as large as the encoded
     * record. Memory may be too short for a buffer that grows.
     */
    private static final int LONG_BYTES = 1 << 16;

    /** The greatest length of an array that every JVM can make. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    /** The encoded class name of a record, and the methods that take the record apart and make it again. */
    @SuppressWarnings("ArrayRecordComponent") // the record is never compared, and used only in this class
    private record Plan(Class<?> type, byte[] name, RecordPlan parts) {}

    private final ClassLoader loader;
    private final Predicate<Class<?>> owned;
    private final ClassValue<@Nullable Plan> plans = new ClassValue<>() {
        @Override
        protected @Nullable Plan computeValue(Class<?> type) {
            return plan(type);
        }
    };
    private final PlainLambdas lambdas;
    private final Map<String, Plan> byName = new ConcurrentHashMap<>();

    /**
     * Creates the encoding for the values of one application.
     *
     * @param loader finds the classes of records
     * @param owned tells whether a class belongs to the application
     */
    PlainValues(ClassLoader loader, Predicate<Class<?>> owned) {
        this.loader = loader;
        this.owned = owned;
        this.lambdas = new PlainLambdas(this, loader, owned);
    }

    /** Returns the value's bytes; null if Java's serialization must encode it. */
    byte @Nullable [] encode(@Nullable Object value) {
        if (value instanceof Integer number) {
            return ByteBuffer.allocate(1 + Integer.BYTES)
                    .put(INTEGER)
                    .putInt(number)
                    .array();
        }
        if (value instanceof Long number) {
            return ByteBuffer.allocate(1 + Long.BYTES).put(LONG).putLong(number).array();
        }
        if (value instanceof Double number) {
            return ByteBuffer.allocate(1 + Double.BYTES)
                    .put(DOUBLE)
                    .putDouble(number)
                    .array();
        }
        if (value instanceof String text) {
            Sink sink = new Sink(TEXT);
            return sink.put(String.class, text) ? sink.out.bytes() : null;
        }
        if (value instanceof byte[] array) {
            return ByteBuffer.allocate(1 + Integer.BYTES + array.length)
                    .put(BYTES)
                    .putInt(array.length)
                    .put(array)
                    .array();
        }
        if (value instanceof Record) {
            Plan plan = plans.get(value.getClass());
            return plan == null ? null : encode(value, plan);
        }
        return value == null ? null : lambdas.encode(LAMBDA, value);
    }

    private static byte @Nullable [] encode(Object value, Plan plan) {
        RecordPlan parts = plan.parts();
        @Nullable Object[] components = new Object[parts.components()];
        long arrayBytes = 0;
        for (int index = 0; index < components.length; index++) {
            components[index] = parts.component(value, index);
            arrayBytes += arrayBytes(components[index]);
        }
        int firstBytes = FIRST_BYTES;
        if (arrayBytes > LONG_BYTES) {
            long bytes = 1 + Integer.BYTES + plan.name().length + arrayBytes;
            for (Object component : components) {
                bytes += otherBytes(component);
            }
            if (bytes > MOST_BYTES) {
                return null;
            }
            firstBytes = (int) bytes;
        }
        Sink sink = new Sink(RECORD, firstBytes);
        sink.out.array(plan.name());
        for (int index = 0; index < components.length; index++) {
            if (!sink.put(parts.type(index), components[index])) {
                return null;
            }
        }
        return sink.out.bytes();
    }

    private static long arrayBytes(@Nullable Object component) {
        return component == null || !isPlainArray(component.getClass())
                ? 0
                : (long) Array.getLength(component)
                        * Numbers.of(component.getClass().getComponentType()).elementBytes();
    }

    /** Returns how many bytes the encoding of a record's component takes, without the elements of an array. */
    private static int otherBytes(@Nullable Object component) {
        if (component instanceof Long || component instanceof Double) {
            return Long.BYTES;
        } else if (component instanceof Short || component instanceof Character) {
            return Short.BYTES;
        } else if (component instanceof Byte || component instanceof Boolean) {
            return 1;
        }
        return Integer.BYTES + (component instanceof String text ? text.getBytes(StandardCharsets.UTF_8).length : 0);
    }

    /**
     * Returns whether {@code bytes}, which must have this encoding, are an encoded lambda. To decode a lambda, the
     * class in which it is written is initialized.
     */
    static boolean isLambda(byte[] bytes) {
        return bytes[0] == LAMBDA;
    }

    /** Returns whether these bytes have this encoding. */
    static boolean isPlain(byte[] bytes) {
        return bytes.length > 0 && bytes[0] >= INTEGER && bytes[0] <= LAMBDA;
    }

    /**
     * Decodes a value.
     *
     * @throws RuntimeException if the bytes do not come from {@link #encode}, or the record's constructor throws
     * @throws ClassNotFoundException if the application in this process does not have the record's class
     */
    Object decode(byte[] bytes) throws ClassNotFoundException {
        ByteReader source = new ByteReader(bytes);
        byte form = source.get();
        Object value = switch (form) {
            case INTEGER -> source.getInt();
            case LONG -> source.getLong();
            case DOUBLE -> source.getDouble();
            case TEXT -> source.text();
            case BYTES -> source.array();
            case LAMBDA -> lambdas.decode(source);
            default -> record(source);
        };
        source.end();
        return value;
    }

    private Object record(ByteReader source) throws ClassNotFoundException {
        String name = source.text();
        Plan plan = byName.get(name);
        if (plan == null) {
            plan = plans.get(Class.forName(name, false, loader));
            if (plan == null) {
                throw new IllegalArgumentException(
                        "expected a record of the application's own with plain components, found " + name);
            }
            byName.put(name, plan);
        }
        @Nullable Object[] components = new Object[plan.parts().components()];
        for (int index = 0; index < components.length; index++) {
            components[index] = component(plan.parts().type(index), source);
        }
        return RecordMaker.of(plan.type()).make(components);
    }

    // --- components -----------------------------------------------------------------------------------------------

    private @Nullable Plan plan(Class<?> type) {
        if (!type.isRecord()
                || !Serializable.class.isAssignableFrom(type)
                || !owned.test(type)
                || replacesItself(type)) {
            return null;
        }
        try {
            return new Plan(type, type.getName().getBytes(StandardCharsets.UTF_8), RecordPlan.of(type));
        } catch (RuntimeException inaccessible) {
            return null; // Java's serialization reports the problem
        }
    }

    /** Returns whether a class declares serialization methods, which only Java's serialization calls. */
    private static boolean replacesItself(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method -> method.getName().equals("writeReplace")
                        || method.getName().equals("readResolve"));
    }

    private static boolean isPlain(Class<?> type) {
        return type.isPrimitive() || type == String.class || isPlainArray(type);
    }

    private static boolean isPlainArray(Class<?> type) {
        return type == int[].class || type == long[].class || type == double[].class || type == byte[].class;
    }

    private static @Nullable Object component(Class<?> type, ByteReader source) {
        if (type == int.class) {
            return source.getInt();
        } else if (type == long.class) {
            return source.getLong();
        } else if (type == double.class) {
            return source.getDouble();
        } else if (type == boolean.class) {
            return source.get() != 0;
        } else if (type == float.class) {
            return source.getFloat();
        } else if (type == short.class) {
            return source.getShort();
        } else if (type == char.class) {
            return source.getChar();
        } else if (type == byte.class) {
            return source.get();
        }
        int length = source.getInt();
        if (length == NULL) {
            return null;
        } else if (type == String.class) {
            return source.text(length);
        } else if (isPlainArray(type)) {
            return source.numbers(Numbers.of(type.getComponentType()), length);
        }
        throw new IllegalArgumentException(
                "expected nothing where a " + type.getName() + " may be, found a length of " + length);
    }

    /** Collects the bytes of one value. */
    private static final class Sink {
        private final List<Object> arrays = new ArrayList<>(0);
        private final ArrayWriter out;

        Sink(byte form) {
            this(form, FIRST_BYTES);
        }

        Sink(byte form, int firstBytes) {
            out = new ArrayWriter(firstBytes);
            out.room(1).put(form);
        }

        /**
         * Appends a component of a declared type.
         *
         * @return false if this encoding cannot represent it, such as a text with surrogate characters, or an array
         *     that occurs twice; Java's serialization then encodes the whole value
         */
        boolean put(Class<?> type, @Nullable Object value) {
            if (value instanceof String text && text.chars().anyMatch(letter -> Character.isSurrogate((char) letter))) {
                return false;
            }
            if (value != null && !isPlain(type)) {
                return false;
            }
            if (value != null && type.isArray()) {
                if (arrays.stream().anyMatch(before -> before == value)) {
                    return false;
                }
                arrays.add(value);
            }
            add(type, value);
            return true;
        }

        private void add(Class<?> type, @Nullable Object value) {
            if (value == null) {
                out.room(Integer.BYTES).putInt(NULL);
            } else if (value instanceof Integer number) {
                out.room(Integer.BYTES).putInt(number);
            } else if (value instanceof Long number) {
                out.room(Long.BYTES).putLong(number);
            } else if (value instanceof Double number) {
                out.room(Double.BYTES).putDouble(number);
            } else if (value instanceof Boolean truth) {
                out.room(1).put((byte) (truth ? 1 : 0));
            } else if (value instanceof Float number) {
                out.room(Float.BYTES).putFloat(number);
            } else if (value instanceof Short number) {
                out.room(Short.BYTES).putShort(number);
            } else if (value instanceof Character letter) {
                out.room(Character.BYTES).putChar(letter);
            } else if (value instanceof Byte number) {
                out.room(1).put(number);
            } else if (value instanceof String text) {
                out.text(text);
            } else if (value instanceof byte[] bytes) {
                out.array(bytes);
            } else {
                out.numbers(Numbers.of(type.getComponentType()), value);
            }
        }
    }
}
