package org.moide.coordinator.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.PackedTasks;
import org.moide.commlib.wire.ByteReader;
import org.moide.commlib.wire.ByteWriter;
import org.moide.commlib.wire.Numbers;
import org.moide.commlib.wire.PieceWriter;

/**
 * Converts records to bytes and back. A frame consists of the payload's length, the CRC-32C of length and payload, and
 * the payload: a kind and its fields, big-endian. The checksum includes the length, so that zeros, which a file system
 * may leave behind, are no valid frame.
 */
final class RecordBytes {
    /** The bytes before the first frame: the kind of file and the version of its format. */
    static final byte[] HEADER = {'m', 'o', 'i', 'd', 'e', '-', 'j', '1'};

    /** The number of bytes of a frame before its payload: the length and the checksum. */
    static final int FRAME_BYTES = 2 * Integer.BYTES;

    private static final byte BEGAN = 1;
    private static final byte SHARED = 2;
    private static final byte PUT = 3;
    private static final byte CREATED = 4;
    private static final byte RETURNED = 5;
    private static final byte WRITTEN = 6;

    private static final int WRITTEN_BYTES = 3 * Long.BYTES + Integer.BYTES;

    private static final int NO_RESULT = -1;

    private RecordBytes() {}

    /** Returns whether a byte is one of the kinds with which payloads begin. */
    static boolean isKind(byte first) {
        return first >= BEGAN && first <= WRITTEN;
    }

    /**
     * Returns the frame of a record, in several arrays. The long arrays among them are those of the record itself,
     * which are not copied.
     */
    static List<byte[]> frame(JournalRecord journalRecord) {
        PieceWriter pieces = new PieceWriter(Integer.MAX_VALUE); // no limit, since a result may take most of the memory
        journalRecord.handle(new Writing(pieces));
        List<byte[]> payload = new ArrayList<>(List.of(pieces.arrays()));
        int payloadBytes = Math.toIntExact(bytes(payload));
        byte[] head = ByteBuffer.allocate(FRAME_BYTES)
                .putInt(payloadBytes)
                .putInt(checksum(payloadBytes, payload))
                .array();
        payload.add(0, head);
        return payload;
    }

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

    private record Writing(ByteWriter out) implements JournalRecord.Handler {
        @Override
        public void began(JournalRecord.Began began) {
            kind(BEGAN);
            name(began.application());
            name(began.fingerprint());
        }

        @Override
        public void shared(JournalRecord.Shared shared) {
            kind(SHARED);
            name(shared.name());
            out.array(shared.bytes());
        }

        @Override
        public void put(JournalRecord.Put put) {
            kind(PUT);
            tasks(PackedTasks.of(put.tasks()));
        }

        @Override
        public void created(JournalRecord.Created created) {
            kind(CREATED);
        }

        @Override
        public void returned(JournalRecord.Returned returned) {
            kind(RETURNED);
            out.numbers(Numbers.LONGS, returned.tasks());
            out.room(2 * Long.BYTES).putLong(returned.executed()).putLong(returned.created());
            byte[] result = returned.result();
            if (result == null) {
                out.room(Integer.BYTES).putInt(NO_RESULT);
            } else {
                out.array(result);
            }
            tasks(returned.unfinished());
        }

        @Override
        public void written(JournalRecord.Written written) {
            kind(WRITTEN);
            out.room(Integer.BYTES).putInt(written.objects().size());
            for (WrittenObject object : written.objects()) {
                out.room(WRITTEN_BYTES)
                        .putLong(object.id())
                        .putInt(object.writer())
                        .putLong(object.place())
                        .putLong(object.bytes());
            }
        }

        private void kind(byte kind) {
            out.room(1).put(kind);
        }

        private void tasks(PackedTasks tasks) {
            out.room(Integer.BYTES).putInt(tasks.count());
            out.array(tasks.bytes());
        }

        private void name(String name) {
            try {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                new DataOutputStream(bytes).writeUTF(name);
                out.put(bytes.toByteArray());
            } catch (IOException tooLong) {
                throw new UncheckedIOException(tooLong);
            }
        }
    }

    /**
     * Reads a payload whose checksum is right.
     *
     * @throws IOException if the payload is no record of this version
     */
    static JournalRecord read(byte[] payload) throws IOException {
        ByteReader in = new ByteReader(payload);
        try {
            JournalRecord read = read(in.get(), in);
            in.end();
            return read;
        } catch (IllegalArgumentException malformed) {
            throw new IOException("a record: " + malformed.getMessage(), malformed);
        }
    }

    private static JournalRecord read(byte kind, ByteReader in) throws IOException {
        return switch (kind) {
            case BEGAN -> new JournalRecord.Began(name(in), name(in));
            case SHARED -> new JournalRecord.Shared(name(in), in.array());
            case PUT -> new JournalRecord.Put(tasks(in).unpacked());
            case CREATED -> new JournalRecord.Created();
            case RETURNED -> returned(in);
            case WRITTEN -> written(in);
            default -> throw new IOException("expected a record of a kind from 1 to 6, found " + kind);
        };
    }

    private static JournalRecord returned(ByteReader in) {
        long[] tasks = (long[]) in.numbers(Numbers.LONGS, in.getInt());
        long executed = in.getLong();
        long created = in.getLong();
        int resultBytes = in.getInt();
        byte[] result = resultBytes == NO_RESULT ? null : in.array(resultBytes);
        return new JournalRecord.Returned(tasks, executed, created, result, tasks(in));
    }

    private static JournalRecord written(ByteReader in) {
        List<WrittenObject> objects = new ArrayList<>();
        for (int left = in.count(WRITTEN_BYTES); left > 0; left--) {
            objects.add(new WrittenObject(in.getLong(), in.getInt(), in.getLong(), in.getLong()));
        }
        return new JournalRecord.Written(objects);
    }

    private static PackedTasks tasks(ByteReader in) {
        return new PackedTasks(in.getInt(), in.array());
    }

    /** Reads a name in the form that {@link DataOutputStream#writeUTF} writes, which old journals have. */
    private static String name(ByteReader in) throws IOException {
        short length = in.getShort();
        byte[] bytes = in.array(Short.toUnsignedInt(length));
        byte[] both = ByteBuffer.allocate(Short.BYTES + bytes.length)
                .putShort(length)
                .put(bytes)
                .array();
        return new DataInputStream(new ByteArrayInputStream(both)).readUTF();
    }
}
