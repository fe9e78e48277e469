package org.moide.commlib.tunnel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first message of a connection into a tunnel: which process of which host it is for. It has a fixed length.
 *
 * @param host as in {@link TunnelName}
 * @param port the port at which the process listens on its host's loopback
 */
public record TunnelAsk(String host, int port) {
    static final int BYTES = 32;
    private static final long MAGIC = 0x4d4f_4944_4574_7531L; // MOIDEtu1
    private static final int HOST_BYTES = 16;

    public TunnelAsk {
        TunnelName name = new TunnelName(host, "");
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("expected a port from 1 to 65535 of " + name + ", found " + port);
        }
    }

    byte[] encode() {
        byte[] bytes = new byte[BYTES];
        ByteBuffer to = ByteBuffer.wrap(bytes);
        to.putLong(MAGIC).putShort((short) port);
        to.put(Arrays.copyOf(host.getBytes(StandardCharsets.US_ASCII), HOST_BYTES));
        return bytes;
    }

    /**
     * Parses a request.
     *
     * @throws IOException if the bytes are not a request
     */
    static TunnelAsk decode(byte[] bytes) throws IOException {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        if (bytes.length != BYTES || from.getLong() != MAGIC) {
            throw new IOException("expected what a process of MOIDE asks a tunnel, found something else");
        }
        int port = Short.toUnsignedInt(from.getShort());
        byte[] host = new byte[HOST_BYTES];
        from.get(host);
        byte[] rest = new byte[from.remaining()];
        from.get(rest);
        try {
            TunnelAsk ask = new TunnelAsk(new String(host, StandardCharsets.US_ASCII).replaceFirst("\0+$", ""), port);
            if (!Arrays.equals(ask.encode(), bytes)) {
                throw new IOException("expected zeros after what a tunnel is asked, found " + Arrays.toString(rest));
            }
            return ask;
        } catch (IllegalArgumentException wrong) {
            throw new IOException(String.valueOf(wrong.getMessage()), wrong);
        }
    }
}
