package org.moide.commlib.wire;

import java.io.InvalidObjectException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link OutlineWriter} wrote, in its order. The bytes of applications come as arrays of zeros, as long as
 * they were; all of one length are the same array, which nobody may change. One thread.
 */
public final class OutlineReader {
    private final List<Class<?>> classes = new ArrayList<>();
    private final ValueReader.Zeros zeros;
    private final @Nullable ClassLoader loader;

    /**
     * A reader of the first value.
     *
     * @param loader of the records' classes
     * @param mostBytes how much memory those arrays of zeros may take, and what refers to them in one value
     */
    public OutlineReader(@Nullable ClassLoader loader, long mostBytes) {
        this.loader = loader;
        this.zeros = new ValueReader.Zeros(mostBytes);
    }

    /**
     * The next value.
     *
     * @throws InvalidObjectException if the bytes are none, or want too much room
     * @throws ClassNotFoundException if there is no such class here
     */
    public @Nullable Object read(byte[] bytes) throws InvalidObjectException, ClassNotFoundException {
        zeros.nextValue();
        return CallValues.read(new byte[][] {bytes}, source -> new ValueReader(source, loader, classes, zeros));
    }
}
