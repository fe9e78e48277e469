package org.moide.engine.executor;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.moide.engine.loading.ApplicationLoader;

/**
 * A call and those of its classes that lie in no file where the program is: how many they are (4 bytes), of each its name
 * and its bytes, and the call; each after its length (4). The first byte tells this form from those of calls alone.
 */
public final class CarriedClasses {
    /** An executor's argument: its calls may bring classes. Without it an engine takes none. */
    public static final String ARGUMENT = "--made-classes";

    private static final byte FORM = (byte) 0xC1;

    /** They go with each call, as from a shell; what is larger belongs into a jar. */
    private static final int MOST_BYTES = 4 << 20;

    private static final int HEAD_BYTES = 1 + Integer.BYTES;

    private CarriedClasses() {}

    /**
     * The bytes of both.
     *
     * @param classes by name
     * @throws IllegalArgumentException if the classes are too large
     */
    public static byte[] with(Map<String, byte[]> classes, byte[] call) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(FORM);
        putLength(all, classes.size());
        classes.forEach((name, bytes) -> {
            put(all, name.getBytes(StandardCharsets.UTF_8));
            put(all, bytes);
        });
        if (all.size() > MOST_BYTES) {
            throw new IllegalArgumentException("expected classes of at most " + MOST_BYTES
                    + " bytes that lie in no file, for one call, found " + all.size() + ": put them into a jar");
        }
        put(all, call);
        return all.toByteArray();
    }

    private static void put(ByteArrayOutputStream all, byte[] bytes) {
        putLength(all, bytes.length);
        all.writeBytes(bytes);
    }

    private static void putLength(ByteArrayOutputStream all, int length) {
        all.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
    }

    /** Whether these bytes are of this form. */
    static boolean isForm(byte[] bytes) {
        return bytes.length >= HEAD_BYTES && bytes[0] == FORM;
    }

    /**
     * The call, whose classes are known from now on.
     *
     * @throws IllegalArgumentException if these bytes are not what {@link #with} makes, or a class is another than before
     */
    static byte[] learn(byte[] bytes, ApplicationLoader loader) {
        try {
            ByteBuffer source = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
            int count = source.getInt();
            Map<String, byte[]> classes = new LinkedHashMap<>();
            for (int index = 0; index < count; index++) {
                classes.put(new String(next(source), StandardCharsets.UTF_8), next(source));
            }
            byte[] call = next(source);
            loader.learn(classes);
            return call;
        } catch (BufferUnderflowException end) {
            throw new IllegalArgumentException(
                    "expected classes and a call, found the end of their " + bytes.length + " bytes", end);
        }
    }

    private static byte[] next(ByteBuffer source) {
        int length = source.getInt();
        if (length < 0 || length > source.remaining()) {
            throw new IllegalArgumentException(
                    "expected " + length + " bytes of a call or its classes, found " + source.remaining());
        }
        byte[] bytes = new byte[length];
        source.get(bytes);
        return bytes;
    }
}
