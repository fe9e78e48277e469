package org.moide.engine.host;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.moide.commlib.wire.CallValues;

/**
 * A {@link LaunchOrder} on a pipe: its length in four bytes, then the record as calls carry one. Java's own
 * serialization would have the child make some hundred classes for the order's constructor before anything else.
 */
final class OrderStream {
    /** Thousands of class path entries and arguments. */
    private static final int MOST_BYTES = 4 << 20;

    private OrderStream() {}

    static void write(OutputStream out, LaunchOrder order) throws IOException {
        byte[] bytes = CallValues.bytes(order);
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(bytes.length);
        data.write(bytes);
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
        try {
            return CallValues.decode(bytes, LaunchOrder.class);
        } catch (IOException other) {
            throw new IOException("expected a launch order on standard input, found " + other, other);
        }
    }
}
