package org.moide.commlib.handshake;

import java.nio.ByteBuffer;

/**
 * The gate's first message of a handshake, which the caller must answer by a proof.
 *
 * @param protocol the version of the handshake that the gate speaks
 * @param refusal why the connection ends here, or {@link Refusal#NONE}
 * @param way the transport after the handshake
 * @param nonce fresh random bytes
 */
@SuppressWarnings("ArrayRecordComponent")
public // random bytes; no code compares the records
record Challenge(int protocol, Refusal refusal, TransportChoice way, byte[] nonce) {
    public static final int BYTES = 8 + CallerHello.NONCE_BYTES;

    public byte[] encode() {
        return ByteBuffer.allocate(BYTES)
                .putInt(CallerHello.MAGIC)
                .put((byte) protocol)
                .put(refusal.code())
                .put(way.code())
                .put((byte) 0)
                .put(nonce)
                .array();
    }

    public static Challenge decode(byte[] bytes) throws MalformedMessageException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CallerHello.checkMagic(in.getInt());
        int protocol = in.get();
        Refusal refusal = Refusal.of(in.get());
        TransportChoice way = TransportChoice.of(in.get());
        in.get();
        byte[] nonce = new byte[CallerHello.NONCE_BYTES];
        in.get(nonce);
        return new Challenge(protocol, refusal, way, nonce);
    }
}
