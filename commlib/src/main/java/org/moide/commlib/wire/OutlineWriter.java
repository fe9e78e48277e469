package org.moide.commlib.wire;

import java.io.NotSerializableException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Writes values one after the other for {@link OutlineReader}: all that is in them but the bytes of applications, of which
 * only the length is written. Each class is named once. One thread.
 */
public final class OutlineWriter {
    private final Map<Class<?>, Integer> classes = new HashMap<>();
    private final ToIntFunction<byte[]> kept;

    /** @param kept how many of an array's first bytes are written all the same */
    public OutlineWriter(ToIntFunction<byte[]> kept) {
        this.kept = kept;
    }

    /**
     * The next value's bytes: records and enums of ours, and what {@link CallValues} takes.
     *
     * @throws NotSerializableException naming the class of anything else
     */
    public byte[][] outline(Object value) throws NotSerializableException {
        ValueWriter writer = new ValueWriter(classes, kept);
        writer.write(value);
        return writer.bytes();
    }
}
