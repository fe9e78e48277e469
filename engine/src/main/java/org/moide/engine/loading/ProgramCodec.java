package org.moide.engine.loading;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.security.SerialFilters;

/**
 * The counterpart of {@link ApplicationCodec} in the JVM of a program whose calls run on engines. It uses the program's
 * classes. It limits the sizes that a stream announces to what the stream's bytes can hold, and leaves other streams of
 * the JVM alone. Any thread; it runs the program's {@code writeObject} and {@code readObject}.
 */
public final class ProgramCodec implements ObjectCodec {
    private final ClassLoader loader;
    private final PlainValues plain;
    private final UnaryOperator<Object> resolves;

    /**
     * @param loader finds the classes of decoded objects
     * @param resolves returns the replacement of each decoded object
     */
    public ProgramCodec(ClassLoader loader, UnaryOperator<Object> resolves) {
        this.loader = loader;
        this.resolves = resolves;
        this.plain = new PlainValues(loader, ProgramCodec::isOwn);
    }

    /** Returns whether a class is sent with the program, so that it belongs to the application on engines. */
    private static boolean isOwn(Class<?> type) {
        ClassLoader from = type.getClassLoader();
        return from != null
                && from != ClassLoader.getPlatformClassLoader()
                && !VisibleClasses.isVisible(type.getName());
    }

    /** Returns whether these bytes are fast to decode, and decoding calls no code but constructors of records. */
    public static boolean isPlain(byte[] bytes) {
        return PlainValues.isPlain(bytes) && !PlainValues.isLambda(bytes);
    }

    @Override
    public byte[] encode(@Nullable Object value) {
        byte[] quick = plain.encode(value);
        if (quick != null) {
            return quick;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ApplicationCodec.writeStream(value, bytes);
        return bytes.toByteArray();
    }

    @Override
    public void encodeTo(@Nullable Object value, ByteArrayOutputStream bytes) {
        bytes.writeBytes(encode(value));
    }

    @Override
    public @Nullable Object decode(byte[] bytes) {
        try {
            return PlainValues.isPlain(bytes) ? plain.decode(bytes) : read(bytes);
        } catch (ClassNotFoundException unknown) {
            throw new CommException(
                    "received an object of class " + unknown.getMessage() + ", which the program's class loader "
                            + loader + " does not find",
                    unknown);
        } catch (StackOverflowError deep) {
            throw new CommException("cannot read a received object: its objects are nested too deep", deep);
        } catch (IOException | RuntimeException | LinkageError thrown) {
            throw new CommException("cannot read a received object of " + bytes.length + " bytes: " + thrown, thrown);
        }
    }

    private @Nullable Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (Input in = new Input(bytes)) {
            in.setObjectInputFilter(SerialFilters.explicit(new Bounds(bytes.length)));
            return in.readObject();
        }
    }

    /** Limits on what a stream of this length may contain. The table of a hash map of n bytes may have 8n places. */
    private static final class Bounds implements ObjectInputFilter {
        private final long mostElements;
        private long elements;

        Bounds(int bytes) {
            this.mostElements = 8L * bytes + 64;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            elements += Math.max(0, info.arrayLength());
            boolean fits = elements <= mostElements && info.references() <= mostElements;
            return fits ? Status.ALLOWED : Status.REJECTED;
        }
    }

    private final class Input extends ObjectInputStream {
        Input(byte[] bytes) throws IOException {
            super(new ByteArrayInputStream(bytes));
            enableResolveObject(true);
        }

        @Override
        protected Object resolveObject(Object read) {
            return resolves.apply(read);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException elsewhere) {
                // Handles primitive types, and threads without a context class loader.
                return super.resolveClass(description);
            }
        }
    }
}
