package org.moide.commlib.wire;

import java.io.InvalidObjectException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the outlines of values that {@link OutlineWriter} wrote, in the same order. Byte arrays of applications are
 * replaced by arrays of zeros of the same length; arrays of one length are the same object, which must not be changed.
 * One thread uses it.
 */
public final class OutlineReader {
    private final List<Class<?>> classes = new ArrayList<>();
    private final ValueReader.Zeros zeros;
    private final @Nullable ClassLoader loader;

    /**
     * Creates a reader of outlines, before the first one.
     *
     * @param loader the loader of the records' classes
     * @param mostBytes the greatest amount of memory for the arrays of zeros, and for the references to them in one
     *     value
     */
    public OutlineReader(@Nullable ClassLoader loader, long mostBytes) {
        this.loader = loader;
        this.zeros = new ValueReader.Zeros(mostBytes);
    }

    /**
     * Decodes the outline of the next value.
     *
     * @throws InvalidObjectException if the bytes are not an outline, or it needs too much memory
     * @throws ClassNotFoundException if the value names an unknown class
     */
    public @Nullable Object read(byte[] bytes) throws InvalidObjectException, ClassNotFoundException {
        zeros.nextValue();
        return CallValues.read(new byte[][] {bytes}, source -> new ValueReader(source, loader, classes, zeros));
    }
}
