package org.moide.engine.executor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.commlib.wire.ArrayWriter;
import org.moide.commlib.wire.ByteReader;
import org.moide.engine.loading.CallLoader.Variable;

/**
 * Encodes a call together with those of its classes that are in no file on the program's side, and with the values of
 * static fields of these. The encoding is the number of classes (4 bytes), each class's name and bytes; the number of
 * fields (4), of each its class and its name; the values, encoded as one list; and the call, each after its length (4).
 * Its first byte differs from that of a call without classes.
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

    /** Least bytes of an encoded field: the lengths of its names. */
    private static final int LEAST_FIELD_BYTES = 2 * Integer.BYTES;

    private CarriedClasses() {}

    /**
     * The static fields that a call reads, with values for this call.
     *
     * @param valued those whose values are sent
     * @param values the list of their values, encoded
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Fields(List<Variable> valued, byte[] values) {
        public static final Fields NONE = new Fields(List.of(), new byte[0]);

        boolean areNone() {
            return valued.isEmpty();
        }
    }

    /**
     * What was encoded.
     *
     * @param headBytes the length of all that comes before the call
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Carried(Map<String, byte[]> classes, Fields fields, int headBytes, byte[] call) {}

    /**
     * Encodes a call with its classes.
     *
     * @param classes the classes' bytes by name
     * @throws IllegalArgumentException if the classes are too large
     */
    public static byte[] with(Map<String, byte[]> classes, Fields fields, byte[] call) {
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
        all.room(Integer.BYTES).putInt(fields.valued().size());
        fields.valued().forEach(field -> {
            all.text(field.owner());
            all.text(field.name());
        });
        all.array(fields.values());
        all.array(call);
        return all.bytes();
    }

    /** Returns whether these bytes have this encoding. */
    static boolean isForm(byte[] bytes) {
        return bytes.length >= HEAD_BYTES && bytes[0] == FORM;
    }

    /**
     * Reads an encoding.
     *
     * @throws IllegalArgumentException if the bytes do not come from {@link #with}
     */
    static Carried read(byte[] bytes) {
        ByteReader source = new ByteReader(bytes, 1);
        int count = source.count(LEAST_CLASS_BYTES);
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (int index = 0; index < count; index++) {
            classes.put(source.text(), source.array());
        }
        List<Variable> valued = new ArrayList<>();
        int fields = source.count(LEAST_FIELD_BYTES);
        for (int index = 0; index < fields; index++) {
            valued.add(new Variable(source.text(), source.text()));
        }
        byte[] values = source.array();
        int headBytes = bytes.length - Math.toIntExact(source.remaining());
        return new Carried(classes, new Fields(valued, values), headBytes, source.array());
    }
}
