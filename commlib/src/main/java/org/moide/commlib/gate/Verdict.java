package org.moide.commlib.gate;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The gate's last message.
 *
 * @param refusal why the connection ends here, or {@link Refusal#NONE}
 * @param jdk the gate's JDK
 * @param version the gate's MOIDE
 * @param certificate hash of the gate's certificate if TLS follows, zeros otherwise
 * @param payload what the caller came to know
 */
@SuppressWarnings("ArrayRecordComponent") // bytes, which nobody compares as records
record Verdict(Refusal refusal, int jdk, String version, byte[] certificate, byte[] payload) {
    static final int HEAD_BYTES = 2 + Hello.VERSION_BYTES + Hello.HASH_BYTES + Integer.BYTES;
    /** A node's reference is some hundred bytes. */
    static final int PAYLOAD_BYTES = 64 * 1024;

    /** All of the message but the MAC. */
    byte[] unsigned() {
        return ByteBuffer.allocate(HEAD_BYTES + payload.length)
                .put(refusal.code())
                .put((byte) jdk)
                .put(Hello.padded(version))
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

    static Verdict decode(byte[] unsigned) throws MalformedMessageException {
        ByteBuffer in = ByteBuffer.wrap(unsigned);
        Refusal refusal = Refusal.of(in.get());
        int jdk = in.get();
        String version = Hello.unpadded(in);
        byte[] certificate = new byte[Hello.HASH_BYTES];
        in.get(certificate);
        return new Verdict(
                refusal, jdk, version, certificate, Arrays.copyOfRange(unsigned, HEAD_BYTES, unsigned.length));
    }
}
