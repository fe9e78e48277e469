package org.moide.commlib.handshake;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The caller's second message, which proves that it knows the secret.
 *
 * @param certificate hash of the caller's certificate if TLS follows, otherwise zeros
 * @param subject the caller's node ID; for a data connection the name of the object that takes it, for a lifeline its
 *     owner
 * @param mac over all messages so far
 */
@SuppressWarnings("ArrayRecordComponent")
public // hashes; no code compares the records
record Proof(byte[] certificate, String subject, byte[] mac) {
    static final int SUBJECT_BYTES = 510;
    public static final int BYTES = CallerHello.HASH_BYTES + Short.BYTES + SUBJECT_BYTES + CallerHello.HASH_BYTES;

    /** Returns the message's bytes without its MAC, the part that the MAC authenticates. */
    public static byte[] unsigned(byte[] certificate, String subject) {
        byte[] text = subject.getBytes(StandardCharsets.UTF_8);
        if (text.length > SUBJECT_BYTES) {
            throw new IllegalArgumentException(
                    "expected at most " + SUBJECT_BYTES + " bytes, found " + text.length + ": " + subject);
        }
        return ByteBuffer.allocate(BYTES - CallerHello.HASH_BYTES)
                .put(certificate)
                .putShort((short) text.length)
                .put(text)
                .array();
    }

    public static Proof decode(byte[] bytes) throws MalformedMessageException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte[] certificate = new byte[CallerHello.HASH_BYTES];
        in.get(certificate);
        int length = in.getShort();
        if (length < 0 || length > SUBJECT_BYTES) {
            throw new MalformedMessageException(
                    "expected a subject of 0 to " + SUBJECT_BYTES + " bytes, found " + length);
        }
        String subject = new String(bytes, in.position(), length, StandardCharsets.UTF_8);
        return new Proof(certificate, subject, Arrays.copyOfRange(bytes, BYTES - CallerHello.HASH_BYTES, BYTES));
    }
}
