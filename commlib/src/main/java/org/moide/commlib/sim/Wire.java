package org.moide.commlib.sim;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;

/** Values as they cross a process border: serialized and deserialized, so records are checked as over RMI. */
final class Wire {
    private Wire() {}

    static byte[] encode(@Nullable Object value, String what) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException notSerializable) {
            throw new CommException(
                    "expected serializable values for " + what + ", found " + notSerializable, notSerializable);
        }
        return bytes.toByteArray();
    }

    static @Nullable Object decode(byte[] bytes, @Nullable ClassLoader loader, String what) {
        try (ObjectInputStream in = new LoadingStream(new ByteArrayInputStream(bytes), loader)) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException | RuntimeException unreadable) {
            throw new CommException("expected readable values for " + what + ", found " + unreadable, unreadable);
        }
    }

    /** Finds classes where the distributed interface was found. */
    private static final class LoadingStream extends ObjectInputStream {
        private final @Nullable ClassLoader loader;

        LoadingStream(InputStream in, @Nullable ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException primitiveOrElsewhere) {
                return super.resolveClass(description);
            }
        }
    }
}
