package org.moide.engine.executor;

import java.util.LinkedHashMap;
import java.util.Map;
import org.moide.commlib.wire.ArrayWriter;
import org.moide.commlib.wire.ByteReader;
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

    /** Two lengths. */
    private static final int LEAST_CLASS_BYTES = 2 * Integer.BYTES;

    /** A class of some methods, and the call. */
    private static final int FIRST_BYTES = 4096;

    private CarriedClasses() {}

    /**
     * The bytes of both.
     *
     * @param classes by name
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
