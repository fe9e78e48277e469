package org.moide.commlib.rmi;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;
import org.moide.commlib.carrier.BulkInput;
import org.moide.commlib.carrier.BulkOutput;
import org.moide.commlib.carrier.CarrierStreams;
import org.moide.commlib.wire.CallBytes;

/**
 * The transfer of long arrays of calls and answers past RMI's object streams, on the same connection; object streams
 * would copy them a kilobyte at a time. A call says how many bytes of arrays it has, and an answer says that it has
 * arrays ({@link #OFFER}). The arrays are sent when the other side requests them ({@link #GO}): then no other thread
 * and no buffer of RMI reads the connection.
 *
 * <p>Each side of a connection has one instance; the calling or serving thread uses it.
 */
final class ArraysBeside {
    /** The byte that requests the arrays. RMI's own operations are numbers from 0x50 to 0x54. */
    static final int GO = 0x60;
    /** The byte that announces the arrays of the following answer; their number of bytes follows. */
    static final int OFFER = 0x61;

    /** The element types; the index of a type is its number in the heads of arrays. */
    private static final List<ElementType> TYPES =
            List.of(ElementType.BYTE, ElementType.INT, ElementType.LONG, ElementType.FLOAT, ElementType.DOUBLE);

    private static final int HEAD_BYTES = 1 + Integer.BYTES;
    /**
     * The first allocation in bytes for an array while as much memory as allowed is reserved for other peers' arrays.
     * It is no more than one piece of a call.
     */
    private static final int FIRST_BYTES = 1 << 20;

    private final BulkInput in;
    private final BulkOutput out;
    private final Claims claims;

    ArraysBeside(CarrierStreams streams, Claims claims) {
        this.in = streams.in();
        this.out = streams.out();
        this.claims = claims;
    }

    /** Announces the arrays of the following answer, and waits until the other side requests them. */
    void offer(long bytes) throws IOException {
        DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, 1 + Long.BYTES));
        data.writeByte(OFFER);
        data.writeLong(bytes);
        data.flush();
        int answered = in.read();
        if (answered != GO) {
            throw new IOException("expected to be asked for the arrays of an answer, found " + answered);
        }
    }

    /** Sends arrays; the other side has requested them. */
    void send(List<Slice> arrays) throws IOException {
        DataOutputStream heads =
                new DataOutputStream(new BufferedOutputStream(out, Integer.BYTES + HEAD_BYTES * arrays.size()));
        heads.writeInt(arrays.size());
        for (Slice array : arrays) {
            heads.writeByte(TYPES.indexOf(array.type()));
            heads.writeInt(array.length());
        }
        heads.flush();
        for (Slice array : arrays) {
            out.write(array);
        }
        out.flush();
    }

    /**
     * Requests from the peer the arrays that it has announced, and reads them.
     *
     * @param bytes the announced number of bytes, which the caller has checked against the limit
     * @throws IOException also if other arrays arrive than were announced; the connection must then be closed
     */
    List<Object> receive(long bytes) throws IOException {
        out.write(GO);
        out.flush();
        DataInputStream data = new DataInputStream(in);
        int count = data.readInt();
        if (count < 1 || count > bytes / CallBytes.LEAST_BESIDE_BYTES) {
            throw new InvalidObjectException("expected arrays of at least " + CallBytes.LEAST_BESIDE_BYTES + " bytes, "
                    + bytes + " bytes in all, found " + count + " arrays");
        }
        ByteBuffer heads = ByteBuffer.wrap(data.readNBytes(count * HEAD_BYTES));
        if (heads.remaining() < count * HEAD_BYTES) {
            throw new EOFException("the connection ended in the midst of " + count + " arrays");
        }
        checkHeads(heads.duplicate(), bytes);
        List<Object> arrays = new ArrayList<>(count);
        while (heads.hasRemaining()) {
            arrays.add(array(TYPES.get(heads.get()), heads.getInt()));
        }
        return arrays;
    }

    private static void checkHeads(ByteBuffer heads, long bytes) throws IOException {
        long left = bytes;
        while (heads.hasRemaining()) {
            byte type = heads.get();
            int length = heads.getInt();
            if (type < 0 || type >= TYPES.size()) {
                throw new InvalidObjectException("expected one of " + TYPES.size() + " types of arrays, found " + type);
            }
            long each = (long) length * TYPES.get(type).bytes();
            if (each < CallBytes.LEAST_BESIDE_BYTES || each > left) {
                throw new InvalidObjectException("expected an array of " + CallBytes.LEAST_BESIDE_BYTES + " to " + left
                        + " bytes, found one of " + length + " elements");
            }
            left -= each;
        }
        if (left > 0) {
            throw new InvalidObjectException("expected arrays of " + bytes + " bytes, found " + (bytes - left));
        }
    }

    private Object array(ElementType type, int length) throws IOException {
        long bytes = (long) length * type.bytes();
        if (claims.take(bytes)) {
            try {
                Object array = type.newArray(length);
                in.read(Slice.of(array));
                return array;
            } finally {
                claims.giveBack(bytes);
            }
        }
        return grown(type, length);
    }

    /** Reads an array into memory that doubles each time it is full. */
    private Object grown(ElementType type, int length) throws IOException {
        Object array = type.newArray(Math.min(length, FIRST_BYTES / type.bytes()));
        int filled = 0;
        while (true) {
            int room = Array.getLength(array);
            in.read(Slice.of(array, filled, room - filled));
            if (room == length) {
                return array;
            }
            Object larger = type.newArray((int) Math.min(length, 2L * room));
            System.arraycopy(array, 0, larger, 0, room);
            array = larger;
            filled = room;
        }
    }
}
