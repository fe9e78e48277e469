package org.moide.commlib.contract;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectCodec;

/** A codec that uses Java serialization without a filter. */
public final class StreamCodec implements ObjectCodec {
    private final ClassLoader classes;

    public StreamCodec() {
        this(StreamCodec.class.getClassLoader());
    }

    /** Creates a codec for objects whose classes another loader has loaded. */
    public StreamCodec(ClassLoader classes) {
        this.classes = classes;
    }

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
        try (ObjectInputStream in = new Input(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException failure) {
            throw new CommException("cannot deserialize: " + failure.getMessage(), failure);
        }
    }

    private final class Input extends ObjectInputStream {
        Input(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(described.getName(), false, classes);
            } catch (ClassNotFoundException primitive) {
                return super.resolveClass(described);
            }
        }
    }
}
