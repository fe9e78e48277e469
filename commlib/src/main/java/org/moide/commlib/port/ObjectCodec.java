package org.moide.commlib.port;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Serializes application objects, with the application's class loader and filter. Only compute threads call it:
 * control threads and RMI handle bytes.
 */
public interface ObjectCodec {
    /**
     * Serializes an object.
     *
     * @throws org.moide.commlib.CommException naming the class that cannot be serialized
     */
    byte[] encode(@Nullable Object value);

    /**
     * Serializes an object like {@link #encode} and appends the bytes to a stream, which avoids a copy of large
     * objects.
     *
     * @throws org.moide.commlib.CommException naming the class that cannot be serialized
     */
    default void encodeTo(@Nullable Object value, ByteArrayOutputStream out) {
        out.writeBytes(encode(value));
    }

    /**
     * Deserializes an object.
     *
     * @throws org.moide.commlib.CommException naming the class that is unknown or refused
     */
    @Nullable
    Object decode(byte[] bytes);
}
