package org.moide.engine.loading;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.security.SerialFilters;

/**
 * The counterpart of {@link ApplicationCodec} in the JVM of a program whose calls run on engines. It decodes objects of
 * the program's classes and of those JDK classes that may be sent ({@code JdkValues}), and no arrays that are larger
 * than the bytes of the stream allow. It sets no filter for other streams of the JVM. Any thread; runs the program's
 * {@code writeObject} and {@code readObject}.
 */
public final class ProgramCodec implements ObjectCodec {
    private final ClassLoader loader;
    private final PlainValues plain;
    private final BiFunction<Object, ObjectCodec, Object> resolves;

    /**
     * Creates a codec for the objects of one program.
     *
     * @param loader finds the classes of decoded objects
     * @param resolves returns the replacement of each decoded object; is given the object and the codec itself
     */
    public ProgramCodec(ClassLoader loader, BiFunction<Object, ObjectCodec, Object> resolves) {
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
        return ApplicationCodec.encode(value, plain);
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
        ApplicationFilter filter = new ApplicationFilter(type -> !Unsendable.isOfTheJdk(type), bytes.length);
        try (Input in = new Input(bytes)) {
            in.setObjectInputFilter(SerialFilters.explicit(filter));
            return in.readObject();
        } catch (InvalidClassException wrong) {
            throw ApplicationCodec.refused(filter, wrong);
        }
    }

    /**
     * Checks whether an object could be sent, without keeping its encoding.
     *
     * @param mostObjects the number of objects in it after which the check ends
     * @throws CommException if it cannot be sent
     */
    public void look(Object value, int mostObjects) {
        LookedAt.by(value, mostObjects);
    }

    /**
     * The classes and lambdas in an object.
     *
     * @param classes the classes of all objects in it
     * @param lambdas the methods that its lambdas and method references run
     */
    public record Parts(Set<Class<?>> classes, Set<ClassFile.Member> lambdas) {}

    /**
     * Returns the classes and lambdas in an object that can be sent.
     *
     * @param mostObjects the number of objects in it after which the search ends
     */
    public static Parts parts(Object value, int mostObjects) {
        return LookedAt.parts(value, mostObjects);
    }

    /**
     * Encodes the values of variables as one list.
     *
     * @param names the variables' names
     * @throws CommException if one cannot be sent; the message names it
     */
    public byte[] encodeVariables(List<String> names, List<? extends @Nullable Object> values) {
        for (int index = 0; index < values.size(); index++) {
            Object value = values.get(index);
            try {
                if (value != null && JdkValues.isLock(value)) {
                    throw new CommException(ApplicationCodec.notAdmitted(value, value.getClass()));
                }
                ApplicationCodec.writeStream(value, OutputStream.nullOutputStream());
            } catch (CommException cannot) {
                throw new CommException(
                        "its code reads the variable " + names.get(index) + "; " + cannot.getMessage(), cannot);
            }
        }
        return encode(new ArrayList<>(values));
    }

    /** Returns the values of an object's own fields, by a description of each field for error messages. */
    public static Map<String, @Nullable Object> fieldsOf(Object value) {
        return SerializablePath.parts(value, 1);
    }

    /**
     * Returns whether all objects of a class contain objects of the same classes. Then the {@link #parts} of one object
     * of the class are those of every other.
     */
    public static boolean hasSameParts(Class<?> type) {
        return LookedAt.isClosed(type);
    }

    private final class Input extends ObjectInputStream {
        Input(byte[] bytes) throws IOException {
            super(new ByteArrayInputStream(bytes));
            enableResolveObject(true);
        }

        @Override
        protected Object resolveObject(Object read) {
            return resolves.apply(read, ProgramCodec.this);
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
