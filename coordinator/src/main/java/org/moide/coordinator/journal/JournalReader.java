package org.moide.coordinator.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.TaskRoom;

/**
 * Reads a journal from its beginning to the first frame that is not whole. Such a frame, and whatever lies behind it, was being
 * written when the coordinator was lost: nobody was told of it. What comes before is a state that the run once had, so even a
 * journal that was damaged costs work and never the result.
 */
public final class JournalReader {
    private JournalReader() {}

    /**
     * What was read.
     *
     * @param records how many
     * @param lastAt where the last of them begins
     * @param wholeBytes where the last whole one ends: what comes next is written here
     * @param tornBytes what lies behind it
     */
    public record Extent(long records, long lastAt, long wholeBytes, long tornBytes) {}

    /**
     * Where to go on.
     *
     * @param state what the journal says
     * @param wholeBytes where the next record is written; 0 to begin anew
     * @param dropped whether something was written that is begun anew
     */
    public record Continuation(JournalState state, long wholeBytes, boolean dropped) {}

    /**
     * Reads a journal in order to go on with it. A journal that ends before all tasks were created is begun anew, whatever was
     * done: nobody knows what {@code createTasks} would have put after those that it put.
     *
     * @throws IOException as {@link #read}
     */
    public static Continuation resume(JournalFile file) throws IOException {
        return resume(file, TaskRoom.unlimited());
    }

    /**
     * As the other, for a journal whose tasks may not all fit into memory.
     *
     * @param room how many do; its shelf reads the journal
     */
    public static Continuation resume(JournalFile file, TaskRoom room) throws IOException {
        JournalState state = new JournalState(room);
        WholeReturns whole = new WholeReturns(state);
        Extent extent = readPlaces(file, whole::apply);
        long wholeBytes = whole.isLastHeldBack() ? extent.lastAt() : extent.wholeBytes();
        return state.isCreated()
                ? new Continuation(state, wholeBytes, false)
                : new Continuation(new JournalState(), 0, extent.records() > 0);
    }

    /**
     * What the tasks of a loan wrote counts with the loan's return, which is the next record. If that is missing, they
     * run again.
     */
    private static final class WholeReturns {
        private final JournalState state;
        private JournalRecord.@Nullable Written heldBack;

        WholeReturns(JournalState state) {
            this.state = state;
        }

        void apply(JournalRecord next, long end) {
            JournalRecord.Written before = heldBack;
            if (next instanceof JournalRecord.Written written) {
                heldBack = written;
            } else {
                if (before != null) {
                    state.apply(before);
                    heldBack = null;
                }
                state.apply(next, end);
            }
        }

        boolean isLastHeldBack() {
            return heldBack != null;
        }
    }

    /**
     * Reads all that is whole.
     *
     * @param into given each record in order
     * @throws IOException if the file cannot be read, or is no journal of this version
     */
    public static Extent read(JournalFile file, Consumer<JournalRecord> into) throws IOException {
        return readPlaces(file, (next, end) -> into.accept(next));
    }

    /** Given each record, and where it ends. */
    @FunctionalInterface
    private interface Into {
        void accept(JournalRecord next, long end);
    }

    private static Extent readPlaces(JournalFile file, Into into) throws IOException {
        long length = file.length();
        byte[] header = bytes(file, 0, RecordBytes.HEADER.length);
        if (isTorn(header)) {
            return new Extent(0, 0, 0, length);
        }
        if (!Arrays.equals(header, RecordBytes.HEADER)) {
            throw new IOException("expected a journal of this version of MOIDE, found another file");
        }
        long at = RecordBytes.HEADER.length;
        long records = 0;
        long lastAt = at;
        while (true) {
            byte[] frame = bytes(file, at, RecordBytes.FRAME_BYTES);
            if (frame.length < RecordBytes.FRAME_BYTES) {
                break;
            }
            int payloadBytes = ByteBuffer.wrap(frame).getInt();
            int checksum = ByteBuffer.wrap(frame).getInt(Integer.BYTES);
            if (payloadBytes <= 0 || payloadBytes > length - at - RecordBytes.FRAME_BYTES) {
                break;
            }
            byte[] payload = bytes(file, at + RecordBytes.FRAME_BYTES, payloadBytes);
            if (payload.length < payloadBytes || RecordBytes.checksum(payload) != checksum) {
                break;
            }
            lastAt = at;
            at += RecordBytes.FRAME_BYTES + payloadBytes;
            into.accept(RecordBytes.read(payload), at);
            records++;
        }
        return new Extent(records, lastAt, at, length - at);
    }

    /**
     * Whether the header was being written when the coordinator was lost: it is too short, or the file system has left zeros in
     * the place of some of it. No record was synced before it.
     */
    private static boolean isTorn(byte[] header) {
        boolean zeros = false;
        for (int i = 0; i < header.length; i++) {
            if (header[i] != 0 && header[i] != RecordBytes.HEADER[i]) {
                return false;
            }
            zeros |= header[i] == 0;
        }
        return zeros || header.length < RecordBytes.HEADER.length;
    }

    private static byte[] bytes(JournalFile file, long position, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        int read = 1;
        while (buffer.hasRemaining() && read > 0) {
            read = file.read(buffer, position + buffer.position());
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }
}
