package org.moide.commlib.gate;

import java.nio.ByteBuffer;

/**
 * The gate's first answer.
 *
 * @param protocol the version of the handshake that the gate speaks
 * @param refusal why it ends here, or {@link Refusal#NONE}
 * @param way what follows the handshake
 * @param nonce fresh random bytes
 */
@SuppressWarnings("ArrayRecordComponent") // random bytes, which nobody compares as records
record Challenge(int protocol, Refusal refusal, Way way, byte[] nonce) {
    static final int BYTES = 8 + Hello.NONCE_BYTES;

    byte[] encode() {
        return ByteBuffer.allocate(BYTES)
                .putInt(Hello.MAGIC)
                .put((byte) protocol)
                .put(refusal.code())
                .put(way.code())
                .put((byte) 0)
                .put(nonce)
                .array();
    }

    static Challenge decode(byte[] bytes) throws MalformedMessageException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        Hello.checkMagic(in.getInt());
        int protocol = in.get();
        Refusal refusal = Refusal.of(in.get());
        Way way = Way.of(in.get());
        in.get();
        byte[] nonce = new byte[Hello.NONCE_BYTES];
        in.get(nonce);
        return new Challenge(protocol, refusal, way, nonce);
    }
}
