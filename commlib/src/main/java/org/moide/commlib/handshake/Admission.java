package org.moide.commlib.handshake;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The gate's last message of a handshake: its verdict.
 *
 * @param refusal why the connection ends here, or {@link Refusal#NONE}
 * @param jdk the gate's JDK version
 * @param version the gate's MOIDE version
 * @param certificate hash of the gate's certificate if TLS follows, otherwise zeros
 * @param payload the data for an admitted caller; the gate's node ID if the caller wanted another node
 */
@SuppressWarnings("ArrayRecordComponent")
public // bytes; no code compares the records
record Admission(Refusal refusal, int jdk, String version, byte[] certificate, byte[] payload) {
    public static final int HEAD_BYTES = 2 + CallerHello.VERSION_BYTES + CallerHello.HASH_BYTES + Integer.BYTES;
    /** The longest payload. A node's reference takes some hundred bytes. */
    static final int PAYLOAD_BYTES = 64 * 1024;

    /** Returns the message's bytes without its MAC, the part that the MAC authenticates. */
    public byte[] unsigned() {
        return ByteBuffer.allocate(HEAD_BYTES + payload.length)
                .put(refusal.code())
                .put((byte) jdk)
                .put(CallerHello.padded(version))
                .put(certificate)
                .putInt(payload.length)
                .put(payload)
                .array();
    }

    static int payloadBytes(byte[] head) throws MalformedMessageException {
        int length = ByteBuffer.wrap(head).getInt(HEAD_BYTES - Integer.BYTES);
        if (length < 0 || length > PAYLOAD_BYTES) {
            throw new MalformedMessageException(
                    "expected a payload of 0 to " + PAYLOAD_BYTES + " bytes, found " + length);
        }
        return length;
    }

    static Admission decode(byte[] unsigned) throws MalformedMessageException {
        ByteBuffer in = ByteBuffer.wrap(unsigned);
        Refusal refusal = Refusal.of(in.get());
        int jdk = in.get();
        String version = CallerHello.unpadded(in);
        byte[] certificate = new byte[CallerHello.HASH_BYTES];
        in.get(certificate);
        return new Admission(
                refusal, jdk, version, certificate, Arrays.copyOfRange(unsigned, HEAD_BYTES, unsigned.length));
    }
}
