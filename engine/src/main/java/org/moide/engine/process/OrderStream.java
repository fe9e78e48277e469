package org.moide.engine.process;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import org.moide.commlib.security.SerialFilters;

/** A {@link LaunchOrder} on a pipe: its length in four bytes, then the record. */
final class OrderStream {
    /** Thousands of class path entries and arguments. */
    private static final int MOST_BYTES = 4 << 20;

    /** What an order is made of, and nothing else. */
    private static final ObjectInputFilter FILTER = ObjectInputFilter.Config.createFilter(
            "maxdepth=16;maxarray=100000;org.moide.engine.process.LaunchOrder;org.moide.engine.process.PortRange;"
                    + "org.moide.engine.loading.ApplicationFiles;org.moide.commlib.registration.NodeReference;"
                    + "java.lang.String;java.lang.Enum;java.lang.Number;"
                    + "java.lang.Integer;java.lang.Long;java.lang.Boolean;java.lang.Object;java.lang.Record;"
                    + "java.util.*;!*");

    private OrderStream() {}

    static void write(OutputStream out, LaunchOrder order) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(order);
        }
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(bytes.size());
        bytes.writeTo(data);
        data.flush();
    }

    /**
     * @throws EOFException if the parent went away
     * @throws IOException if this is no order
     */
    static LaunchOrder read(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        int length = data.readInt();
        if (length < 1 || length > MOST_BYTES) {
            throw new IOException("expected a launch order of 1 to " + MOST_BYTES + " bytes on standard input, found "
                    + length + ": an engine's JVM is started by an engine daemon or a coordinator, not by hand");
        }
        byte[] bytes = new byte[length];
        data.readFully(bytes);
        try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            objects.setObjectInputFilter(SerialFilters.explicit(FILTER));
            return (LaunchOrder) objects.readObject();
        } catch (ClassNotFoundException | ClassCastException | IllegalArgumentException other) {
            throw new IOException("expected a launch order on standard input, found " + other, other);
        }
    }
}
