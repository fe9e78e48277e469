package org.moide.commlib.port;

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
     * Deserializes an object.
     *
     * @throws org.moide.commlib.CommException naming the class that is unknown or refused
     */
    @Nullable
    Object decode(byte[] bytes);
}
