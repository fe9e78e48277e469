package org.moide.engine.host;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.moide.commlib.wire.CallValues;

/**
 * Writes and reads a {@link LaunchOrder} on a pipe, as a length in four bytes and the encoding that remote calls use.
 * Java's serialization would make the child define some hundred classes before anything else.
 */
final class OrderStream {
    /** The greatest number of bytes of an order, enough for thousands of class path entries and arguments. */
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
     * Reads an order. Blocks until it is complete.
     *
     * @throws EOFException if the parent has closed the pipe
     * @throws IOException if the bytes are no order
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
