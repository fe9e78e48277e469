package org.moide.commlib.gate;

import java.nio.ByteBuffer;

/**
 * The gate's first answer.
 *
 * @param protocol the version of the handshake that the gate speaks
 * @param refusal why it ends here, or {@link Refusal#NONE}
 * @param tls whether TLS follows the handshake
 * @param nonce fresh random bytes
 * @param certificate hash of the gate's certificate if TLS follows, zeros otherwise
 */
@SuppressWarnings("ArrayRecordComponent") // random bytes and hashes, which nobody compares as records
record Challenge(int protocol, Refusal refusal, boolean tls, byte[] nonce, byte[] certificate) {
    static final int BYTES = 8 + Hello.NONCE_BYTES + Hello.HASH_BYTES;

    byte[] encode() {
        return ByteBuffer.allocate(BYTES)
                .putInt(Hello.MAGIC)
                .put((byte) protocol)
                .put(refusal.code())
                .put((byte) (tls ? 1 : 0))
                .put((byte) 0)
                .put(nonce)
                .put(certificate)
                .array();
    }

    static Challenge decode(byte[] bytes) throws MalformedMessageException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        Hello.checkMagic(in.getInt());
        int protocol = in.get();
        Refusal refusal = Refusal.of(in.get());
        boolean tls = in.get() == 1;
        in.get();
        byte[] nonce = new byte[Hello.NONCE_BYTES];
        in.get(nonce);
        byte[] certificate = new byte[Hello.HASH_BYTES];
        in.get(certificate);
        return new Challenge(protocol, refusal, tls, nonce, certificate);
    }
}
