package org.moide.engine.loading;

import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ArrayWriter;
import org.moide.commlib.wire.ByteReader;

/**
 * A short encoding of serializable lambdas that capture only plain values. It contains the names of
 * {@link SerializedLambda}, from which the capturing class makes the lambda again, and the captured values. The names
 * are encoded once for all lambdas of the same source line, and the decoder looks them up by their bytes. Any thread.
 */
final class PlainLambdas {
    private static final int NULL = -1;
    private static final int NAMES = 8;

    private static final int FIRST_BYTES = 512;

    /** Encoding of a null argument; every other argument has at least one byte. */
    private static final byte[] NONE = {};

    /** The greatest number of parameters that a Java method can have. */
    private static final int MOST_ARGUMENTS = 255;

    /** The description of the lambdas of one source line, with their encoded names after the first was encoded. */
    private static final class Shape {
        private final MethodHandle describe;
        private volatile byte @Nullable [] names;

        Shape(MethodHandle describe) {
            this.describe = describe;
        }
    }

    /**
     * The names and the method by which the lambdas of one source line are made. The names are in the order of {@link
     * SerializedLambda}.
     */
    private record Maker(Class<?> capturing, List<String> names, int kind, MethodHandle make) {}

    private final PlainValues values;
    private final ClassLoader loader;
    private final Predicate<Class<?>> owned;
    // One entry for each lambda in the application's source.
    private final Map<ByteBuffer, Maker> makers = new ConcurrentHashMap<>();
    private final ClassValue<@Nullable Shape> shapes = new ClassValue<>() {
        @Override
        protected @Nullable Shape computeValue(Class<?> type) {
            return shape(type);
        }
    };

    PlainLambdas(PlainValues values, ClassLoader loader, Predicate<Class<?>> owned) {
        this.values = values;
        this.loader = loader;
        this.owned = owned;
    }

    private @Nullable Shape shape(Class<?> type) {
        boolean lambda = type.isHidden() && type.isSynthetic() && Serializable.class.isAssignableFrom(type);
        if (!lambda || !owned.test(type)) {
            return null;
        }
        try {
            Method replaces = type.getDeclaredMethod("writeReplace");
            replaces.setAccessible(true);
            return new Shape(MethodHandles.lookup()
                    .unreflect(replaces)
                    .asType(MethodType.methodType(Object.class, Object.class)));
        } catch (ReflectiveOperationException | RuntimeException inaccessible) {
            return null; // Java's serialization reports the problem
        }
    }

    /** Returns the lambda's bytes, beginning with {@code form}; null if Java's serialization must encode it. */
    byte @Nullable [] encode(byte form, Object value) {
        Shape shape = shapes.get(value.getClass());
        if (shape == null || !(described(value, shape.describe) instanceof SerializedLambda lambda)) {
            return null;
        }
        byte[] names = shape.names;
        if (names == null) {
            names = names(lambda);
            shape.names = names;
        }
        byte[][] arguments = new byte[lambda.getCapturedArgCount()][];
        int bytes = 1 + Integer.BYTES + names.length + Integer.BYTES;
        for (int index = 0; index < arguments.length; index++) {
            Object argument = lambda.getCapturedArg(index);
            byte[] encoded = argument == null ? NONE : plain(argument);
            if (encoded == null) {
                return null;
            }
            arguments[index] = encoded;
            bytes += Integer.BYTES + encoded.length;
        }
        ArrayWriter all = new ArrayWriter(bytes);
        all.room(1).put(form);
        all.array(names);
        all.room(Integer.BYTES).putInt(arguments.length);
        for (byte[] argument : arguments) {
            if (argument == NONE) {
                all.room(Integer.BYTES).putInt(NULL);
            } else {
                all.array(argument);
            }
        }
        return all.bytes();
    }

    /**
     * Returns an argument's bytes. Returns null if the argument is an array, because its owner may change it later, or
     * if it is another lambda.
     */
    private byte @Nullable [] plain(Object argument) {
        byte[] encoded = argument instanceof byte[] ? null : values.encode(argument);
        return encoded == null || PlainValues.isLambda(encoded) ? null : encoded;
    }

    private static @Nullable Object described(Object value, MethodHandle describe) {
        try {
            return (Object) describe.invokeExact(value);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    private static byte[] names(SerializedLambda lambda) {
        ArrayWriter all = new ArrayWriter(FIRST_BYTES);
        all.room(Integer.BYTES).putInt(lambda.getImplMethodKind());
        for (String name : List.of(
                lambda.getCapturingClass(),
                lambda.getFunctionalInterfaceClass(),
                lambda.getFunctionalInterfaceMethodName(),
                lambda.getFunctionalInterfaceMethodSignature(),
                lambda.getImplClass(),
                lambda.getImplMethodName(),
                lambda.getImplMethodSignature(),
                lambda.getInstantiatedMethodType())) {
            all.text(name);
        }
        return all.bytes();
    }

    /**
     * Decodes a lambda from the bytes after its form.
     *
     * @throws RuntimeException if the bytes do not come from {@link #encode}
     * @throws ClassNotFoundException if this process does not have the class whose source contains the lambda
     */
    Object decode(ByteReader source) throws ClassNotFoundException {
        ByteBuffer names = source.slice();
        Maker maker = makers.get(names);
        if (maker == null) {
            byte[] key = new byte[names.remaining()];
            names.get(key);
            maker = maker(new ByteReader(key));
            names = ByteBuffer.wrap(key);
        }
        int count = source.getInt();
        if (count < 0 || count > MOST_ARGUMENTS) {
            throw new IllegalArgumentException(
                    "expected a lambda that refers to at most " + MOST_ARGUMENTS + " values, found " + count);
        }
        @Nullable Object[] arguments = new Object[count];
        for (int index = 0; index < count; index++) {
            arguments[index] = argument(source);
        }
        Object made = make(maker, arguments);
        makers.putIfAbsent(names, maker); // only names from which the class has made a lambda are remembered
        return made;
    }

    private @Nullable Object argument(ByteReader source) throws ClassNotFoundException {
        int length = source.getInt();
        if (length == NULL) {
            return null;
        }
        byte[] encoded = source.array(length);
        if (!PlainValues.isPlain(encoded) || PlainValues.isLambda(encoded)) {
            throw new IllegalArgumentException("expected a lambda that refers to plain values, found another");
        }
        return values.decode(encoded);
    }

    private Maker maker(ByteReader source) throws ClassNotFoundException {
        int kind = source.getInt();
        List<String> names = new ArrayList<>();
        for (int index = 0; index < NAMES; index++) {
            names.add(source.text());
        }
        Class<?> capturing = Class.forName(names.get(0).replace('/', '.'), false, loader);
        if (!owned.test(capturing)) {
            throw new IllegalArgumentException(
                    "expected a lambda of the application's own classes, found one of " + capturing.getName());
        }
        try {
            Method makes = capturing.getDeclaredMethod("$deserializeLambda$", SerializedLambda.class);
            makes.setAccessible(true);
            MethodHandle make = MethodHandles.lookup()
                    .unreflect(makes)
                    .asType(MethodType.methodType(Object.class, SerializedLambda.class));
            return new Maker(capturing, List.copyOf(names), kind, make);
        } catch (ReflectiveOperationException | RuntimeException none) {
            throw new IllegalArgumentException(
                    "expected a class with serializable lambdas, found " + capturing.getName(), none);
        }
    }

    private static Object make(Maker maker, @Nullable Object[] arguments) {
        List<String> names = maker.names();
        SerializedLambda lambda = new SerializedLambda(
                maker.capturing(),
                names.get(1),
                names.get(2),
                names.get(3),
                maker.kind(),
                names.get(4),
                names.get(5),
                names.get(6),
                names.get(7),
                arguments);
        try {
            return (Object) maker.make().invokeExact(lambda);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(thrown);
        }
    }
}
