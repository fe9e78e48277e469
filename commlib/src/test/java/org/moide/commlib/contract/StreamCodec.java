package org.moide.commlib.contract;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;

/** Java serialization, without class loader or filter. */
public final class StreamCodec implements ObjectCodec {
    @Override
    public byte[] encode(@Nullable Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException failure) {
            throw new CommException("cannot serialize " + failure.getMessage(), failure);
        }
        return bytes.toByteArray();
    }

    @Override
    public @Nullable Object decode(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException failure) {
            throw new CommException("cannot deserialize: " + failure.getMessage(), failure);
        }
    }
}
