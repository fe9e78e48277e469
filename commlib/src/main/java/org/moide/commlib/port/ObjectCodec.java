package org.moide.commlib.port;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Turns application objects into bytes and back, with the application's class loader and filter. Called on compute
 * threads only: control threads and RMI see bytes.
 */
public interface ObjectCodec {
    /**
     * Serializes an object.
     *
     * @throws org.moide.commlib.CommException naming the class that cannot be serialized
     */
    byte[] encode(@Nullable Object value);

    /**
     * Writes what {@link #encode} makes of an object behind what is there already: for large ones, which are then copied once
     * less.
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
