package org.moide.engine.loading;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.security.SerialFilters;
import org.moide.commlib.system.ExactBytes;

/**
 * An application's objects as bytes, by Java serialization with the application's classes and a filter. Runs the
 * application's code (its {@code writeObject} and {@code readObject}): compute threads only, any number of them.
 */
public final class ApplicationCodec implements ObjectCodec {
    /** The primitive types, by name: no class loader finds them. */
    private static final Map<String, Class<?>> PRIMITIVES = Stream.of(
                    boolean.class,
                    byte.class,
                    char.class,
                    short.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class,
                    void.class)
            .collect(Collectors.toUnmodifiableMap(Class::getName, type -> type));

    /**
     * The size from which on an object is written twice, since a growing array takes three times as much as it holds.
     */
    private static final long MUCH_BYTES = Runtime.getRuntime().maxMemory() / 64;

    private final ApplicationLoader loader;
    private final PlainValues plain;
    private final @Nullable UnaryOperator<Object> resolves;

    public ApplicationCodec(ApplicationLoader loader) {
        this(loader, null);
    }

    private ApplicationCodec(ApplicationLoader loader, @Nullable UnaryOperator<Object> resolves) {
        this.loader = loader;
        this.resolves = resolves;
        this.plain = new PlainValues(loader, loader::owns);
    }

    /** Returns a codec of the same application that replaces each object that it reads. */
    public ApplicationCodec resolving(UnaryOperator<Object> replaces) {
        return new ApplicationCodec(loader, replaces);
    }

    /** Returns the loader of the application's classes. */
    public ApplicationLoader loader() {
        return loader;
    }

    @Override
    public byte[] encode(@Nullable Object value) {
        byte[] quick;
        try {
            quick = plain.encode(value);
        } catch (OutOfMemoryError large) {
            throw tooLarge(value, large);
        }
        if (quick != null) {
            return quick;
        }
        MeasuredBytes measured = new MeasuredBytes(MUCH_BYTES);
        writeStream(value, measured);
        if (measured.areKept()) {
            return measured.kept();
        }
        ExactBytes bytes = room(value, measured.count());
        writeStream(value, bytes);
        return bytes.all();
    }

    private static ExactBytes room(@Nullable Object value, long bytes) {
        try {
            return new ExactBytes(Math.toIntExact(bytes));
        } catch (ArithmeticException | OutOfMemoryError large) {
            throw tooLarge(value, large);
        }
    }

    @Override
    public void encodeTo(@Nullable Object value, ByteArrayOutputStream bytes) {
        byte[] quick = plain.encode(value);
        if (quick != null) {
            bytes.writeBytes(quick);
        } else {
            writeStream(value, bytes);
        }
    }

    static void writeStream(@Nullable Object value, OutputStream bytes) {
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (NotSerializableException wrong) {
            throw new CommException(notSerializable(value, String.valueOf(wrong.getMessage())), wrong);
        } catch (StackOverflowError deep) {
            throw new CommException(
                    "cannot send " + nameOf(value) + ": its objects are nested too deep, as a long linked list is;"
                            + " give it a writeObject of its own, or a collection of the JDK",
                    deep);
        } catch (OutOfMemoryError large) {
            throw tooLarge(value, large);
        } catch (IOException | RuntimeException thrown) {
            throw new CommException("cannot send " + nameOf(value) + ": " + thrown, thrown);
        }
    }

    private static CommException tooLarge(@Nullable Object value, Throwable large) {
        return new CommException(
                "cannot send " + nameOf(value) + ": with all that it refers to it has more bytes than fit into this"
                        + " JVM's memory, or more than 2 GiB; send it in parts",
                large);
    }

    private static String notSerializable(@Nullable Object value, String culprit) {
        SerializablePath.Step found = value == null ? null : SerializablePath.to(value, culprit);
        String path = found == null ? "" : found.path();
        Class<?> type = found == null ? classOf(culprit, value) : found.object().getClass();
        String name = type == null ? culprit : Unsendable.name(type);
        return "cannot send " + nameOf(value) + ": "
                + (path.isEmpty() ? "" : path + " is a " + name + ", and ")
                + name + " is not Serializable; " + Unsendable.advice(type, path.contains("field "));
    }

    /** Returns the class that the JDK has named; null if it is not found beside the other. */
    private static @Nullable Class<?> classOf(String name, @Nullable Object beside) {
        try {
            return Class.forName(
                    name, false, beside == null ? null : beside.getClass().getClassLoader());
        } catch (ClassNotFoundException | LinkageError unknown) {
            return null;
        }
    }

    private static String nameOf(@Nullable Object value) {
        return value == null ? "null" : "a " + Unsendable.name(value.getClass());
    }

    @Override
    public @Nullable Object decode(byte[] bytes) {
        return PlainValues.isPlain(bytes) ? decodePlain(bytes) : decodeStream(bytes);
    }

    private Object decodePlain(byte[] bytes) {
        try {
            return plain.decode(bytes);
        } catch (ClassNotFoundException unknown) {
            throw unknownClass(unknown);
        } catch (RuntimeException | LinkageError thrown) {
            throw new CommException("cannot read a received object of " + bytes.length + " bytes: " + thrown, thrown);
        }
    }

    private CommException unknownClass(ClassNotFoundException unknown) {
        String name = String.valueOf(unknown.getMessage());
        if (loader.getResource(name.replace('.', '/') + ".class") != null) { // somebody looked for it by another loader
            return new CommException("cannot read a received object: " + unknown, unknown);
        }
        return new CommException(
                "received an object of class " + name + ", which is in none of the application's" + " jars here: "
                        + String.join(", ", loader.files().classPath()),
                unknown);
    }

    private @Nullable Object decodeStream(byte[] bytes) {
        ApplicationFilter filter = new ApplicationFilter(loader, bytes.length);
        try (Input in = new Input(bytes)) {
            in.setObjectInputFilter(SerialFilters.explicit(filter));
            return in.readObject();
        } catch (ClassNotFoundException unknown) {
            throw unknownClass(unknown);
        } catch (InvalidClassException wrong) {
            String refused = filter.refused();
            throw new CommException(
                    refused == null
                            ? "cannot read a received object: " + wrong.getMessage()
                            : "received " + refused
                                    + ", which an application may not receive: only its own classes, the"
                                    + " application API and the JDK's values and collections",
                    wrong);
        } catch (StackOverflowError deep) {
            throw new CommException("cannot read a received object: its objects are nested too deep", deep);
        } catch (IOException | RuntimeException | LinkageError thrown) {
            throw new CommException("cannot read a received object of " + bytes.length + " bytes: " + thrown, thrown);
        }
    }

    /** A stream that finds classes as the application does. */
    private final class Input extends ObjectInputStream {
        Input(byte[] bytes) throws IOException {
            super(new ByteArrayInputStream(bytes));
            enableResolveObject(resolves != null);
        }

        @Override
        protected Object resolveObject(Object read) {
            return resolves == null ? read : resolves.apply(read);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
            Class<?> primitive = PRIMITIVES.get(description.getName());
            return primitive == null ? Class.forName(description.getName(), false, loader) : primitive;
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
            Class<?>[] types = new Class<?>[interfaces.length];
            for (int i = 0; i < types.length; i++) {
                types[i] = Class.forName(interfaces[i], false, loader);
            }
            // The filter looks at each interface and at the class of the handler.
            return Objects.requireNonNull(Proxy.newProxyInstance(loader, types, (proxy, method, arguments) -> null))
                    .getClass();
        }
    }
}
