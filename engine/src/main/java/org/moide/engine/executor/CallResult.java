package org.moide.engine.executor;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.loading.ProgramCodec;

/** What a call returned, by one rule wherever it ran. */
public final class CallResult {
    private CallResult() {}

    /**
     * Returns the bytes of what a call returned.
     *
     * @throws IllegalArgumentException if it cannot be sent
     */
    public static byte[] bytes(@Nullable Object value, ObjectCodec codec) {
        requireSerializable(value);
        try {
            return codec.encode(value);
        } catch (CommException cannot) {
            throw refused(cannot);
        }
    }

    /**
     * Looks at what a call returned that goes by reference.
     *
     * @param mostObjects the number of objects after which it has looked at enough
     * @throws IllegalArgumentException if it could not be sent
     */
    public static void look(@Nullable Object value, ProgramCodec codec, int mostObjects) {
        if (value == null) {
            return;
        }
        requireSerializable(value);
        try {
            codec.look(value, mostObjects);
        } catch (CommException cannot) {
            throw refused(cannot);
        }
    }

    private static void requireSerializable(@Nullable Object value) {
        if (value != null && !(value instanceof Serializable)) {
            throw new IllegalArgumentException(
                    "the call returned a " + value.getClass().getName()
                            + ", which is not Serializable: let it implement java.io.Serializable");
        }
    }

    private static IllegalArgumentException refused(CommException cannot) {
        return new IllegalArgumentException("what the call returned cannot go back: " + cannot.getMessage(), cannot);
    }
}
