package org.moide.engine.loading;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A short way for the values that most tasks are: whole numbers, doubles, texts, bytes, lambdas ({@link PlainLambdas}),
 * and records of the application whose components are primitive, texts or arrays of numbers, or that have nothing in
 * the others. Where Java's serialization describes a class in each stream, this form has its name only, followed by the
 * components; a record is made by its constructor, as there. Some ten times as fast.
 *
 * <p>Any thread. The first byte tells this form from a stream of Java's, which begins with {@code 0xAC}.
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

    /** Enough for a record of some numbers. */
    private static final int FIRST_BYTES = 64;

    /** A record with so long arrays is given just the room that it needs: there may be little more memory than that. */
    private static final int LONG_BYTES = 1 << 16;

    /** As long as an array may be in any JVM. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    /** How a record is taken apart and put together. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and never leaves this class
    private record Plan(byte[] name, Class<?>[] types, MethodHandle[] accessors, MethodHandle constructor) {}

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
     * Of an application.
     *
     * @param loader finds its records
     * @param owned which classes are the application's own
     */
    PlainValues(ClassLoader loader, Predicate<Class<?>> owned) {
        this.loader = loader;
        this.owned = owned;
        this.lambdas = new PlainLambdas(this, loader, owned);
    }

    /** The value's bytes; null if it has to go the long way. */
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
            return sink.put(String.class, text) ? sink.bytes() : null;
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
        @Nullable Object[] components = new Object[plan.types().length];
        long arrayBytes = 0;
        try {
            for (int index = 0; index < components.length; index++) {
                components[index] = (@Nullable Object) plan.accessors()[index].invokeExact(value);
                arrayBytes += arrayBytes(components[index]);
            }
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
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
        sink.putBytes(plan.name());
        for (int index = 0; index < components.length; index++) {
            if (!sink.put(plan.types()[index], components[index])) {
                return null;
            }
        }
        return sink.bytes();
    }

    private static long arrayBytes(@Nullable Object component) {
        if (component instanceof byte[] array) {
            return array.length;
        } else if (component instanceof int[] array) {
            return (long) Integer.BYTES * array.length;
        } else if (component instanceof long[] array) {
            return (long) Long.BYTES * array.length;
        }
        return component instanceof double[] array ? (long) Double.BYTES * array.length : 0;
    }

    /** How many bytes a component takes beside an array's elements. */
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

    /** Whether these bytes, of this form, are a lambda's: its class is initialized when it is made. */
    static boolean isLambda(byte[] bytes) {
        return bytes[0] == LAMBDA;
    }

    /** Whether these bytes are of this form. */
    static boolean isPlain(byte[] bytes) {
        return bytes.length > 0 && bytes[0] >= INTEGER && bytes[0] <= LAMBDA;
    }

    /**
     * The value of these bytes.
     *
     * @throws RuntimeException if they are not what {@link #encode} makes, or the record's constructor throws
     * @throws ClassNotFoundException if the application here has no such record
     */
    Object decode(byte[] bytes) throws ClassNotFoundException {
        ByteBuffer source = ByteBuffer.wrap(bytes);
        byte form = source.get();
        Object value = switch (form) {
            case INTEGER -> source.getInt();
            case LONG -> source.getLong();
            case DOUBLE -> source.getDouble();
            case TEXT -> text(source);
            case BYTES -> array(byte[].class, source);
            case LAMBDA -> lambdas.decode(source);
            default -> record(source);
        };
        if (value == null || source.hasRemaining()) {
            throw new IllegalArgumentException(
                    "expected a plain value of form " + form + " in " + bytes.length + " bytes, found something else");
        }
        return value;
    }

    private Object record(ByteBuffer source) throws ClassNotFoundException {
        String name = text(source);
        if (name == null) {
            throw new IllegalArgumentException("expected the name of a record, found none");
        }
        Plan plan = byName.get(name);
        if (plan == null) {
            plan = plans.get(Class.forName(name, false, loader));
            if (plan == null) {
                throw new IllegalArgumentException(
                        "expected a record of the application's own with plain components, found " + name);
            }
            byName.put(name, plan);
        }
        @Nullable Object[] components = new Object[plan.types().length];
        for (int index = 0; index < components.length; index++) {
            components[index] = component(plan.types()[index], source);
        }
        try {
            return (Object) plan.constructor().invokeExact(components);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    // --- components -----------------------------------------------------------------------------------------------

    private @Nullable Plan plan(Class<?> type) {
        if (!type.isRecord()
                || !Serializable.class.isAssignableFrom(type)
                || !owned.test(type)
                || replacesItself(type)) {
            return null;
        }
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        MethodHandle[] accessors = new MethodHandle[components.length];
        try {
            for (int index = 0; index < components.length; index++) {
                types[index] = components[index].getType();
                components[index].getAccessor().setAccessible(true);
                accessors[index] = MethodHandles.lookup()
                        .unreflect(components[index].getAccessor())
                        .asType(MethodType.methodType(Object.class, Object.class));
            }
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            MethodHandle made = MethodHandles.lookup()
                    .unreflectConstructor(constructor)
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
            return new Plan(type.getName().getBytes(StandardCharsets.UTF_8), types, accessors, made);
        } catch (ReflectiveOperationException | RuntimeException inaccessible) {
            return null; // Java's serialization says what is wrong, if anything is
        }
    }

    /** Classes with methods of their own for serialization go the long way. */
    private static boolean replacesItself(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method -> method.getName().equals("writeReplace")
                        || method.getName().equals("readResolve"));
    }

    private static boolean isPlain(Class<?> type) {
        return type.isPrimitive()
                || type == String.class
                || type == int[].class
                || type == long[].class
                || type == double[].class
                || type == byte[].class;
    }

    private static @Nullable Object component(Class<?> type, ByteBuffer source) {
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
        } else if (type == String.class) {
            return text(source);
        } else if (!isPlain(type)) {
            return nothing(type, source);
        }
        return array(type, source);
    }

    private static @Nullable Object nothing(Class<?> type, ByteBuffer source) {
        int found = source.getInt();
        if (found != NULL) {
            throw new IllegalArgumentException(
                    "expected nothing where a " + type.getName() + " may be, found a length of " + found);
        }
        return null;
    }

    private static @Nullable Object array(Class<?> type, ByteBuffer source) {
        int length = source.getInt();
        if (length == NULL) {
            return null;
        }
        if (type == int[].class) {
            int[] array = new int[checked(length, Integer.BYTES, source)];
            source.asIntBuffer().get(array);
            source.position(source.position() + length * Integer.BYTES);
            return array;
        } else if (type == long[].class) {
            long[] array = new long[checked(length, Long.BYTES, source)];
            source.asLongBuffer().get(array);
            source.position(source.position() + length * Long.BYTES);
            return array;
        } else if (type == double[].class) {
            double[] array = new double[checked(length, Double.BYTES, source)];
            source.asDoubleBuffer().get(array);
            source.position(source.position() + length * Double.BYTES);
            return array;
        }
        byte[] array = new byte[checked(length, 1, source)];
        source.get(array);
        return array;
    }

    private static @Nullable String text(ByteBuffer source) {
        int length = source.getInt();
        if (length == NULL) {
            return null;
        }
        byte[] array = new byte[checked(length, 1, source)];
        source.get(array);
        return new String(array, StandardCharsets.UTF_8);
    }

    private static int checked(int length, int each, ByteBuffer source) {
        if (length < 0 || length > source.remaining() / each) {
            throw new IllegalArgumentException(
                    "expected " + length + " elements of " + each + " bytes, found " + source.remaining() + " bytes");
        }
        return length;
    }

    /** Bytes that grow. */
    private static final class Sink {
        private final List<Object> arrays = new ArrayList<>(0);
        private ByteBuffer buffer;

        Sink(byte form) {
            this(form, FIRST_BYTES);
        }

        Sink(byte form, int firstBytes) {
            buffer = ByteBuffer.allocate(firstBytes).put(form);
        }

        /** Whether it could: a text of unusual letters goes the long way, and so does an array that comes twice. */
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
                room(Integer.BYTES).putInt(NULL);
            } else if (value instanceof Integer number) {
                room(Integer.BYTES).putInt(number);
            } else if (value instanceof Long number) {
                room(Long.BYTES).putLong(number);
            } else if (value instanceof Double number) {
                room(Double.BYTES).putDouble(number);
            } else if (value instanceof Boolean truth) {
                room(1).put((byte) (truth ? 1 : 0));
            } else if (value instanceof Float number) {
                room(Float.BYTES).putFloat(number);
            } else if (value instanceof Short number) {
                room(Short.BYTES).putShort(number);
            } else if (value instanceof Character letter) {
                room(Character.BYTES).putChar(letter);
            } else if (value instanceof Byte number) {
                room(1).put(number);
            } else if (value instanceof String text) {
                putBytes(text.getBytes(StandardCharsets.UTF_8));
            } else if (value instanceof int[] array) {
                ByteBuffer room = room(Integer.BYTES * (1 + array.length)).putInt(array.length);
                room.asIntBuffer().put(array);
                room.position(room.position() + Integer.BYTES * array.length);
            } else if (value instanceof long[] array) {
                ByteBuffer room =
                        room(Integer.BYTES + Long.BYTES * array.length).putInt(array.length);
                room.asLongBuffer().put(array);
                room.position(room.position() + Long.BYTES * array.length);
            } else if (value instanceof double[] array) {
                ByteBuffer room =
                        room(Integer.BYTES + Double.BYTES * array.length).putInt(array.length);
                room.asDoubleBuffer().put(array);
                room.position(room.position() + Double.BYTES * array.length);
            } else if (value instanceof byte[] array) {
                putBytes(array);
            } else {
                throw new IllegalStateException("expected a plain " + type + ", found " + value.getClass());
            }
        }

        void putBytes(byte[] bytes) {
            room(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes);
        }

        byte[] bytes() {
            // A long array that comes last has been given just the room that it needs, and is not copied again.
            return buffer.hasRemaining() ? Arrays.copyOf(buffer.array(), buffer.position()) : buffer.array();
        }

        private ByteBuffer room(int bytes) {
            if (buffer.remaining() < bytes) {
                buffer = ByteBuffer.wrap(Arrays.copyOf(
                                buffer.array(), Math.max(2 * buffer.capacity(), buffer.position() + bytes)))
                        .position(buffer.position());
            }
            return buffer;
        }
    }
}
