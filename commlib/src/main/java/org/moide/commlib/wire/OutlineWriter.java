package org.moide.commlib.wire;

import java.io.NotSerializableException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Writes outlines of values, one after the other, for {@link OutlineReader}: everything except the byte arrays of
 * applications, of which only the length is written. Each class is named once. One thread uses it.
 */
public final class OutlineWriter {
    private final Map<Class<?>, Integer> classes = new HashMap<>();
    private final ToIntFunction<byte[]> kept;

    /**
     * Creates a writer of outlines, before the first one.
     *
     * @param kept returns how many of an array's first bytes are written nevertheless
     */
    public OutlineWriter(ToIntFunction<byte[]> kept) {
        this.kept = kept;
    }

    /**
     * Returns the outline of the next value, which consists of records and enums of MOIDE and of the other types that
     * {@link CallValues} accepts.
     *
     * @throws NotSerializableException naming any other class
     */
    public byte[][] outline(Object value) throws NotSerializableException {
        ValueWriter writer = new ValueWriter(classes, kept);
        writer.write(value);
        return writer.bytes();
    }
}
