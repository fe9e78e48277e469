package org.moide.engine.executor;

import java.util.LinkedHashMap;
import java.util.Map;
import org.moide.commlib.wire.ArrayWriter;
import org.moide.commlib.wire.ByteReader;
import org.moide.engine.loading.ApplicationLoader;

/**
 * Encodes a call together with those of its classes that are in no file on the program's side. The encoding is the
 * number of classes (4 bytes), each class's name and bytes, and the call, each after its length (4). Its first byte
 * differs from that of a call without classes.
 */
public final class CarriedClasses {
    /** Argument of an executor whose calls may bring classes. Without it an engine accepts no classes. */
    public static final String ARGUMENT = "--made-classes";

    private static final byte FORM = (byte) 0xC1;

    /**
     * Most bytes of classes. They are sent with each call, for example from a shell; larger classes belong in a jar.
     */
    private static final int MOST_BYTES = 4 << 20;

    private static final int HEAD_BYTES = 1 + Integer.BYTES;

    /** Least bytes of an encoded class: the lengths of its name and of its content. */
    private static final int LEAST_CLASS_BYTES = 2 * Integer.BYTES;

    /** Initial size of the buffer, enough for a class of some methods and the call. */
    private static final int FIRST_BYTES = 4096;

    private CarriedClasses() {}

    /**
     * Encodes a call with its classes.
     *
     * @param classes the classes' bytes by name
     * @throws IllegalArgumentException if the classes are too large
     */
    public static byte[] with(Map<String, byte[]> classes, byte[] call) {
        ArrayWriter all = new ArrayWriter(FIRST_BYTES);
        all.room(HEAD_BYTES).put(FORM).putInt(classes.size());
        classes.forEach((name, bytes) -> {
            all.text(name);
            all.array(bytes);
        });
        if (all.length() > MOST_BYTES) {
            throw new IllegalArgumentException("expected classes of at most " + MOST_BYTES
                    + " bytes that lie in no file, for one call, found " + all.length() + ": put them into a jar");
        }
        all.array(call);
        return all.bytes();
    }

    /** Returns whether these bytes have this encoding. */
    static boolean isForm(byte[] bytes) {
        return bytes.length >= HEAD_BYTES && bytes[0] == FORM;
    }

    /**
     * Adds the classes in an encoding to the application, and returns the call.
     *
     * @throws IllegalArgumentException if the bytes do not come from {@link #with}, or a class differs from an earlier
     *     one of the same name
     */
    static byte[] learn(byte[] bytes, ApplicationLoader loader) {
        ByteReader source = new ByteReader(bytes, 1);
        int count = source.count(LEAST_CLASS_BYTES);
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (int index = 0; index < count; index++) {
            classes.put(source.text(), source.array());
        }
        byte[] call = source.array();
        loader.learn(classes);
        return call;
    }
}
