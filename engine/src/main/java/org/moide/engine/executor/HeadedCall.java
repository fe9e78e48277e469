package org.moide.engine.executor;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectCodec;

/**
 * Encodes a call together with a head: an object that is decoded before the call wherever it runs, so that what the call
 * needs is there. The encoding is a first byte that differs from that of a call alone, the length of the encoded head (4
 * bytes), the head, and the call.
 */
public final class HeadedCall {
    private static final byte FORM = (byte) 0xC2;
    private static final int BEFORE_HEAD = 1 + Integer.BYTES;

    private HeadedCall() {}

    /** Encodes a call with its head. */
    public static byte[] with(byte[] head, byte[] call) {
        return ByteBuffer.allocate(BEFORE_HEAD + head.length + call.length)
                .put(FORM)
                .putInt(head.length)
                .put(head)
                .put(call)
                .array();
    }

    /** Returns the head of an encoded call; null if it has none. */
    static byte @Nullable [] headOf(byte[] bytes) {
        return isForm(bytes) ? Arrays.copyOfRange(bytes, BEFORE_HEAD, endOfHead(bytes)) : null;
    }

    /** Returns the encoded call without its head. */
    static byte[] callOf(byte[] bytes) {
        return isForm(bytes) ? Arrays.copyOfRange(bytes, endOfHead(bytes), bytes.length) : bytes;
    }

    /** Decodes the head, if there is one, and then the call. */
    static @Nullable Object decoded(byte[] bytes, ObjectCodec codec) {
        byte[] head = headOf(bytes);
        if (head != null) {
            codec.decode(head);
        }
        return codec.decode(callOf(bytes));
    }

    private static boolean isForm(byte[] bytes) {
        return bytes.length >= BEFORE_HEAD && bytes[0] == FORM;
    }

    private static int endOfHead(byte[] bytes) {
        int length = ByteBuffer.wrap(bytes).getInt(1);
        if (length < 0 || length > bytes.length - BEFORE_HEAD) {
            throw new IllegalArgumentException(
                    "expected a head within a call of " + bytes.length + " bytes, found one of " + length + " bytes");
        }
        return BEFORE_HEAD + length;
    }
}
