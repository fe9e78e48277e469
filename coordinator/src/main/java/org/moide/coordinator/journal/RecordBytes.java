package org.moide.coordinator.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.PackedTasks;

/**
 * Records as bytes. A frame is the payload's length, the CRC-32C of length and payload, and the payload: a kind and its fields,
 * big-endian. The length is under the checksum too, so that a frame of zeros, as a file system may leave behind, is none.
 */
final class RecordBytes {
    /** Before the first frame: what the file is, and the version of all this. */
    static final byte[] HEADER = {'m', 'o', 'i', 'd', 'e', '-', 'j', '1'};

    /** Length and checksum. */
    static final int FRAME_BYTES = 2 * Integer.BYTES;

    private static final byte BEGAN = 1;
    private static final byte SHARED = 2;
    private static final byte PUT = 3;
    private static final byte CREATED = 4;
    private static final byte RETURNED = 5;
    private static final byte WRITTEN = 6;

    private static final int WRITTEN_BYTES = 3 * Long.BYTES + Integer.BYTES;

    private static final int NO_RESULT = -1;

    /** Longer arrays are not copied: a result may be most of what there is memory for. Longer than what one text takes. */
    private static final int LONG_BYTES = 1 << 20;

    private RecordBytes() {}

    /** Whether a payload may begin with this byte. */
    static boolean isKind(byte first) {
        return first >= BEGAN && first <= WRITTEN;
    }

    /** The whole frame, in pieces; those that are long are the record's own arrays. */
    static List<byte[]> frame(JournalRecord journalRecord) {
        Pieces pieces = new Pieces();
        journalRecord.handle(new Writing(new DataOutputStream(pieces)));
        List<byte[]> payload = pieces.all();
        int payloadBytes = Math.toIntExact(bytes(payload));
        byte[] head = ByteBuffer.allocate(FRAME_BYTES)
                .putInt(payloadBytes)
                .putInt(checksum(payloadBytes, payload))
                .array();
        payload.add(0, head);
        return payload;
    }

    /** How many bytes these pieces have together. */
    static long bytes(List<byte[]> pieces) {
        return pieces.stream().mapToLong(piece -> piece.length).sum();
    }

    static int checksum(byte[] payload) {
        return checksum(payload.length, List.of(payload));
    }

    private static int checksum(int payloadBytes, List<byte[]> payload) {
        CRC32C checksum = new CRC32C();
        checksum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, payloadBytes));
        payload.forEach(checksum::update);
        return (int) checksum.getValue();
    }

    /** Gathers what is written, without a copy of what is long. */
    private static final class Pieces extends OutputStream {
        private final List<byte[]> whole = new ArrayList<>();
        private final ByteArrayOutputStream last = new ByteArrayOutputStream();

        @Override
        public void write(int one) {
            last.write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            if (length == bytes.length && length > LONG_BYTES) {
                endPiece();
                whole.add(bytes);
            } else {
                last.write(bytes, from, length);
            }
        }

        private void endPiece() {
            if (last.size() > 0) {
                whole.add(last.toByteArray());
                last.reset();
            }
        }

        List<byte[]> all() {
            endPiece();
            return whole;
        }
    }

    /** Writes one record, into memory. */
    private static final class Writing implements JournalRecord.Handler {
        private final DataOutputStream out;

        Writing(DataOutputStream out) {
            this.out = out;
        }

        private interface Body {
            void write() throws IOException;
        }

        private void write(byte kind, Body body) {
            try {
                out.writeByte(kind);
                body.write();
                out.flush();
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }

        @Override
        public void began(JournalRecord.Began began) {
            write(BEGAN, () -> {
                out.writeUTF(began.application());
                out.writeUTF(began.fingerprint());
            });
        }

        @Override
        public void shared(JournalRecord.Shared shared) {
            write(SHARED, () -> {
                out.writeUTF(shared.name());
                array(shared.bytes(), out);
            });
        }

        @Override
        public void put(JournalRecord.Put put) {
            write(PUT, () -> tasks(PackedTasks.of(put.tasks()), out));
        }

        @Override
        public void created(JournalRecord.Created created) {
            write(CREATED, () -> {});
        }

        @Override
        public void returned(JournalRecord.Returned returned) {
            write(RETURNED, () -> RecordBytes.returned(returned, out));
        }

        @Override
        public void written(JournalRecord.Written written) {
            write(WRITTEN, () -> {
                out.writeInt(written.objects().size());
                for (WrittenObject object : written.objects()) {
                    out.writeLong(object.id());
                    out.writeInt(object.writer());
                    out.writeLong(object.place());
                    out.writeLong(object.bytes());
                }
            });
        }
    }

    private static void returned(JournalRecord.Returned returned, DataOutputStream out) throws IOException {
        longs(returned.tasks(), out);
        out.writeLong(returned.executed());
        out.writeLong(returned.created());
        byte[] result = returned.result();
        if (result == null) {
            out.writeInt(NO_RESULT);
        } else {
            array(result, out);
        }
        tasks(returned.unfinished(), out);
    }

    private static void longs(long[] longs, DataOutputStream out) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(longs.length, Long.BYTES));
        bytes.asLongBuffer().put(longs);
        out.writeInt(longs.length);
        out.write(bytes.array());
    }

    private static void tasks(PackedTasks tasks, DataOutputStream out) throws IOException {
        out.writeInt(tasks.count());
        array(tasks.bytes(), out);
    }

    private static void array(byte[] bytes, DataOutputStream out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * Reads a payload whose checksum was right.
     *
     * @throws IOException if it is no record of this version
     */
    static JournalRecord read(byte[] payload) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload));
        byte kind = in.readByte();
        JournalRecord read = switch (kind) {
            case BEGAN -> new JournalRecord.Began(in.readUTF(), in.readUTF());
            case SHARED -> new JournalRecord.Shared(in.readUTF(), array(in));
            case PUT -> new JournalRecord.Put(tasks(in).unpacked());
            case CREATED -> new JournalRecord.Created();
            case RETURNED -> returned(in);
            case WRITTEN -> written(in);
            default -> throw new IOException("expected a record of a kind from 1 to 6, found " + kind);
        };
        if (in.available() > 0) {
            throw new IOException(
                    "expected the end of the record " + read + ", found " + in.available() + " bytes more");
        }
        return read;
    }

    private static JournalRecord returned(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available() / Long.BYTES) {
            throw new IOException("expected a number of tasks, found " + count);
        }
        long[] tasks = new long[count];
        ByteBuffer.wrap(in.readNBytes(count * Long.BYTES)).asLongBuffer().get(tasks);
        long executed = in.readLong();
        long created = in.readLong();
        byte @Nullable [] result = null;
        in.mark(Integer.BYTES);
        if (in.readInt() != NO_RESULT) {
            in.reset();
            result = array(in);
        }
        PackedTasks unfinished = tasks(in);
        try {
            return new JournalRecord.Returned(tasks, executed, created, result, unfinished);
        } catch (IllegalArgumentException unbalanced) {
            throw new IOException(unbalanced.getMessage(), unbalanced);
        }
    }

    private static JournalRecord written(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available() / WRITTEN_BYTES) {
            throw new IOException("expected a number of data objects, found " + count);
        }
        List<WrittenObject> objects = new ArrayList<>(count);
        try {
            for (int object = 0; object < count; object++) {
                objects.add(new WrittenObject(in.readLong(), in.readInt(), in.readLong(), in.readLong()));
            }
        } catch (IllegalArgumentException malformed) {
            throw new IOException(malformed.getMessage(), malformed);
        }
        return new JournalRecord.Written(objects);
    }

    private static PackedTasks tasks(DataInputStream in) throws IOException {
        try {
            return new PackedTasks(in.readInt(), array(in));
        } catch (IllegalArgumentException malformed) {
            throw new IOException(malformed.getMessage(), malformed);
        }
    }

    private static byte[] array(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("expected " + length + " bytes, found " + in.available());
        }
        return in.readNBytes(length);
    }
}
