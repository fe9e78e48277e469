package org.moide.coordinator.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;

/** Java serialization with the test's own class loader. */
final class JavaCodec implements ObjectCodec {
    @Override
    public byte[] encode(@Nullable Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException failure) {
            throw new CommException("cannot be serialized", failure);
        }
        return bytes.toByteArray();
    }

    @Override
    public @Nullable Object decode(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException failure) {
            throw new CommException("cannot be deserialized", failure);
        }
    }
}
