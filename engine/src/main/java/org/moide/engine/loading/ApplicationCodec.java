package org.moide.engine.loading;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.FixedOrder;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.security.SerialFilters;
import org.moide.commlib.system.ExactBytes;

/**
 * Converts an application's objects to bytes and back, by Java serialization with the application's classes and a
 * filter. It runs the application's {@code writeObject} and {@code readObject}, so only compute threads, and on the
 * coordinator the thread that handles results, may call it.
 */
public final class ApplicationCodec implements ObjectCodec {
    /** The primitive types by name, because class loaders do not find them. */
    private static final Map<String, Class<?>> PRIMITIVES = FixedOrder.copyOf(Stream.of(
                    boolean.class,
                    byte.class,
                    char.class,
                    short.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class,
                    void.class)
            .collect(Collectors.toMap(Class::getName, type -> type)));

    /**
     * The size from which on an object is encoded twice, the first time only to measure its length. Otherwise the array
     * that grows with the encoding would take three times the object's size.
     */
    private static final long MUCH_BYTES = Runtime.getRuntime().maxMemory() / 64;

    private final ApplicationLoader loader;
    private final ClassLoader finds;
    private final PlainValues plain;
    private final @Nullable BiFunction<Object, ObjectCodec, Object> resolves;

    public ApplicationCodec(ApplicationLoader loader) {
        this(loader, loader, null);
    }

    private ApplicationCodec(
            ApplicationLoader loader, ClassLoader finds, @Nullable BiFunction<Object, ObjectCodec, Object> resolves) {
        this.loader = loader;
        this.finds = finds;
        this.resolves = resolves;
        this.plain = new PlainValues(finds, this::owns);
    }

    private boolean owns(Class<?> type) {
        return loader.owns(type) || type.getClassLoader() == finds;
    }

    /**
     * Returns a codec of the same application that replaces each object after it was decoded by what {@code replaces}
     * returns.
     *
     * @param replaces is given the object and the codec itself
     */
    public ApplicationCodec resolving(BiFunction<Object, ObjectCodec, Object> replaces) {
        return new ApplicationCodec(loader, finds, replaces);
    }

    /**
     * Returns a codec of the same application that finds classes by {@code below}, a loader whose parent is the
     * application's loader.
     */
    public ApplicationCodec within(CallLoader below) {
        return new ApplicationCodec(loader, below, resolves);
    }

    public ApplicationLoader loader() {
        return loader;
    }

    @Override
    public byte[] encode(@Nullable Object value) {
        return encode(value, plain);
    }

    static byte[] encode(@Nullable Object value, PlainValues plain) {
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
        written(value, () -> new JdkValues.Output(bytes));
    }

    /** Returns whether an object can be sent. */
    public static boolean isSendable(Object value) {
        try {
            writeStream(value, OutputStream.nullOutputStream());
            return true;
        } catch (CommException | StackOverflowError cannot) {
            return false;
        }
    }

    /** A function that opens the object stream to which an object is written. */
    interface Opens {
        JdkValues.Output open() throws IOException;
    }

    static void written(@Nullable Object value, Opens stream) {
        try (JdkValues.Output out = stream.open()) {
            out.writeObject(value);
            if (value != null && out.hasLock()) {
                refuseCapturedLock(value);
            }
        } catch (LookedAt.Enough looked) {
            // The rest is not looked at.
        } catch (NotSerializableException wrong) {
            throw new CommException(notSerializable(value, String.valueOf(wrong.getMessage())), wrong);
        } catch (JdkValues.Refused refused) {
            throw new CommException(notAdmitted(value, refused.type()), refused);
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
        SerializablePath.Step found = value == null
                ? null
                : SerializablePath.to(
                        value,
                        object -> !(object instanceof Serializable)
                                && object.getClass().getName().equals(culprit));
        String path = found == null ? "" : found.path();
        Class<?> type = found == null ? classOf(culprit, value) : found.object().getClass();
        String name = type == null ? culprit : Unsendable.name(type);
        return "cannot send " + nameOf(value) + ": "
                + (path.isEmpty() ? "" : path + " is a " + name + ", and ")
                + name + " is not Serializable; " + Unsendable.advice(type, path.contains("field "));
    }

    static String notAdmitted(@Nullable Object value, Class<?> type) {
        SerializablePath.Step found =
                value == null ? null : SerializablePath.to(value, object -> type.isAssignableFrom(object.getClass()));
        String path = found == null ? "" : found.path();
        Class<?> culprit = found == null ? type : found.object().getClass();
        return "cannot send " + nameOf(value) + ": "
                + (path.isEmpty() ? "" : path + " is a " + Unsendable.name(culprit) + ", and ")
                + type.getName() + " is none of the JDK's values that may travel; "
                + Unsendable.advice(type, path.contains("field "));
    }

    private static void refuseCapturedLock(Object value) throws JdkValues.Refused {
        SerializablePath.Step found = SerializablePath.to(value, JdkValues::isLock);
        if (found != null
                && found.path().contains("captured variable")
                && !found.path().contains("→")) {
            throw new JdkValues.Refused(found.object().getClass());
        }
    }

    /**
     * Returns the class with this name, which an exception of the JDK has named; null if the class loader of
     * {@code beside} does not find it.
     */
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
        // The application has the class, so another class loader has looked for it.
        if (loader.getResource(name.replace('.', '/') + ".class") != null) {
            return new CommException("cannot read a received object: " + unknown, unknown);
        }
        return new CommException(
                "received an object of class " + name + ", which is in none of the application's" + " jars here: "
                        + String.join(", ", loader.files().classPath()),
                unknown);
    }

    private @Nullable Object decodeStream(byte[] bytes) {
        ApplicationFilter filter = new ApplicationFilter(this::owns, bytes.length);
        try (Input in = new Input(bytes)) {
            in.setObjectInputFilter(SerialFilters.explicit(filter));
            return in.readObject();
        } catch (ClassNotFoundException unknown) {
            throw unknownClass(unknown);
        } catch (InvalidClassException wrong) {
            throw refused(filter, wrong);
        } catch (StackOverflowError deep) {
            throw new CommException("cannot read a received object: its objects are nested too deep", deep);
        } catch (IOException | RuntimeException | LinkageError thrown) {
            throw new CommException("cannot read a received object of " + bytes.length + " bytes: " + thrown, thrown);
        }
    }

    static CommException refused(ApplicationFilter filter, InvalidClassException wrong) {
        String refused = filter.refused();
        return new CommException(
                refused == null
                        ? "cannot read a received object: " + wrong.getMessage()
                        : "received " + refused
                                + ", which an application may not receive: only its own classes, the"
                                + " application API and the JDK's values and collections",
                wrong);
    }

    /** An object stream that finds classes by the application's loader. */
    private final class Input extends ObjectInputStream {
        Input(byte[] bytes) throws IOException {
            super(new ByteArrayInputStream(bytes));
            enableResolveObject(resolves != null);
        }

        @Override
        protected Object resolveObject(Object read) {
            return resolves == null ? read : resolves.apply(read, ApplicationCodec.this);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
            Class<?> primitive = PRIMITIVES.get(description.getName());
            return primitive == null ? Class.forName(description.getName(), false, finds) : primitive;
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
            Class<?>[] types = new Class<?>[interfaces.length];
            for (int i = 0; i < types.length; i++) {
                types[i] = Class.forName(interfaces[i], false, finds);
            }
            // The filter also checks each interface and the class of the proxy's handler.
            return Objects.requireNonNull(Proxy.newProxyInstance(finds, types, (proxy, method, arguments) -> null))
                    .getClass();
        }
    }
}
