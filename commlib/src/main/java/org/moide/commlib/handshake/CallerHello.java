package org.moide.commlib.handshake;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The caller's first message of a handshake.
 *
 * @param protocol the version of the handshake
 * @param tls whether the caller encrypts; false with {@code --plain}
 * @param jdk the caller's JDK version, 17 or more
 * @param version the caller's MOIDE version
 * @param nonce fresh random bytes
 * @param node hash of the node ID that the caller wants; zeros for any node
 * @param host {@link HandshakeTerms#hostProof} of the caller's host and user, by which a process on the same host knows
 *     that the connection can go through shared memory; zeros if it is not to
 */
@SuppressWarnings("ArrayRecordComponent")
public // random bytes and hashes; no code compares the records
record CallerHello(
        int protocol, Purpose purpose, boolean tls, int jdk, String version, byte[] nonce, byte[] node, byte[] host) {
    static final int MAGIC = 0x4D4F4944;
    /**
     * The number of the protocols that processes speak with each other outside the engines of one run: this handshake,
     * the bytes of calls, the questions of daemons, monitors, coordinators and commands, and the first words of a
     * child JVM. Versions of MOIDE with the same number understand each other, since they skip fields they do not know
     * ({@link org.moide.commlib.wire.ExtensibleRecord}). The number rises only with a change that cannot be skipped;
     * after that, hosts cannot be upgraded one by one.
     */
    public static final int PROTOCOL = 3;

    public static final int HASH_BYTES = 32;
    public static final int NONCE_BYTES = 32;
    static final int VERSION_BYTES = 32;
    /** The length of the prefix that is alike in all versions of the handshake: {@link #MAGIC} and the version. */
    public static final int HEAD_BYTES = Integer.BYTES + 1;

    public static final int BYTES = 8 + VERSION_BYTES + NONCE_BYTES + 2 * HASH_BYTES;

    public byte[] encode() {
        return ByteBuffer.allocate(BYTES)
                .putInt(MAGIC)
                .put((byte) protocol)
                .put(purpose.code())
                .put((byte) (tls ? 1 : 0))
                .put((byte) jdk)
                .put(padded(version))
                .put(nonce)
                .put(node)
                .put(host)
                .array();
    }

    public static CallerHello decode(byte[] bytes) throws MalformedMessageException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        checkMagic(in.getInt());
        int protocol = in.get();
        Purpose purpose = Purpose.of(in.get());
        boolean tls = in.get() == 1;
        int jdk = in.get();
        String version = unpadded(in);
        byte[] nonce = new byte[NONCE_BYTES];
        in.get(nonce);
        byte[] node = new byte[HASH_BYTES];
        in.get(node);
        byte[] host = new byte[HASH_BYTES];
        in.get(host);
        return new CallerHello(protocol, purpose, tls, jdk, version, nonce, node, host);
    }

    public static void checkMagic(int magic) throws MalformedMessageException {
        if (magic != MAGIC) {
            throw new MalformedMessageException("expected MOIDE, found bytes beginning with "
                    + Integer.toHexString(magic) + ": something else speaks there");
        }
    }

    static byte[] padded(String version) {
        byte[] text = version.getBytes(StandardCharsets.US_ASCII);
        byte[] padded = new byte[VERSION_BYTES];
        System.arraycopy(text, 0, padded, 0, Math.min(text.length, VERSION_BYTES));
        return padded;
    }

    static String unpadded(ByteBuffer in) {
        byte[] text = new byte[VERSION_BYTES];
        in.get(text);
        StringBuilder version = new StringBuilder();
        for (byte letter : text) {
            // Users see this text, and a stranger may have sent it: printable letters only.
            if (letter > ' ' && letter < 0x7f) {
                version.append((char) letter);
            }
        }
        return version.toString();
    }
}
