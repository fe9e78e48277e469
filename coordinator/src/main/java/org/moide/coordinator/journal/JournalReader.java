package org.moide.coordinator.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.TaskRoom;
import org.moide.coordinator.text.Plural;

/**
 * Reads a journal from its beginning to the first incomplete frame. If no complete frame follows the incomplete one,
 * the incomplete one was being written when the coordinator was lost, and its record was never acknowledged. Otherwise
 * the file is damaged. The records before the incomplete frame give a state that the run once had, so a damaged journal
 * costs work but never makes the result wrong.
 */
public final class JournalReader {
    private static final byte[] NONE = {};

    /**
     * The limit on the number of bytes after a damaged place in which complete records are searched.
     * {@code MOST_SUMMED_BYTES} limits the number of bytes for which checksums are computed in that search.
     */
    private static final long MOST_SEARCHED_BYTES = 256L << 20;

    private static final long MOST_SUMMED_BYTES = 256L << 20;

    private static final int PIECE_BYTES = 64 << 10;

    private JournalReader() {}

    /**
     * What was read of a journal.
     *
     * @param records the number of complete records
     * @param lastAt the position where the last complete record begins
     * @param wholeBytes the position where the last complete record ends; the next record is written here
     * @param tornBytes the number of bytes after that position
     * @param behind complete records after that position, which cannot be used since the file is damaged; null if
     *     there are none
     */
    public record Extent(
            long records,
            long lastAt,
            long wholeBytes,
            long tornBytes,
            @Nullable Behind behind) {}

    /**
     * Complete records after a damaged place.
     *
     * @param records the number of these records
     * @param executed the number of executed tasks that they report
     */
    public record Behind(long records, long executed) {}

    /**
     * The state from which a run resumes.
     *
     * @param state the state to which the records lead
     * @param wholeBytes the position where the next record is written; 0 to begin a new journal
     * @param dropped whether the journal had records but the run has to begin anew
     * @param extent the part of the file that was read
     */
    public record Continuation(JournalState state, long wholeBytes, boolean dropped, Extent extent) {
        /**
         * Returns a description of that part of the journal which cannot be used, in words that follow "the journal";
         * empty if all of it can be used.
         */
        public String trouble() {
            Behind behind = extent.behind();
            if (behind != null) {
                return String.format(
                        Locale.ROOT,
                        "is damaged %,d bytes from its beginning: what comes after that cannot be used, at least %s with"
                                + " the results of %s",
                        extent.wholeBytes(),
                        Plural.of(behind.records(), "record"),
                        Plural.of(behind.executed(), "task"));
            }
            return extent.tornBytes() == 0
                    ? ""
                    : String.format(
                            Locale.ROOT,
                            "ends in %,d bytes that are no whole record, as when its coordinator is lost while it writes",
                            extent.tornBytes());
        }
    }

    /**
     * Reads a journal in order to resume its run. If it ends before all tasks were created, the run has to begin anew,
     * since it is unknown which tasks {@code createTasks} would have put next.
     *
     * @throws IOException as {@link #read}
     */
    public static Continuation resume(JournalFile file) throws IOException {
        return resume(file, TaskRoom.unlimited());
    }

    /**
     * Reads a journal like {@link #resume(JournalFile)}, if its tasks may exceed the memory.
     *
     * @param room limits the memory for tasks; further tasks are read from the journal when they are needed
     */
    public static Continuation resume(JournalFile file, TaskRoom room) throws IOException {
        JournalState state = new JournalState(room);
        WholeReturns whole = new WholeReturns(state);
        Extent extent = readPlaces(file, whole::apply);
        long wholeBytes = whole.isLastHeldBack() ? extent.lastAt() : extent.wholeBytes();
        return state.isCreated()
                ? new Continuation(state, wholeBytes, false, extent)
                : new Continuation(new JournalState(), 0, extent.records() > 0, extent);
    }

    /**
     * Applies records to a state, but the objects that a loan's tasks wrote only together with the return of the loan,
     * which is the next record. If the return is missing, these tasks run again.
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
     * Reads all complete records.
     *
     * @param into receives each record in order
     * @throws IOException if the file cannot be read, or is no journal of this version
     */
    public static Extent read(JournalFile file, Consumer<JournalRecord> into) throws IOException {
        return readPlaces(file, (next, end) -> into.accept(next));
    }

    /** Receives each record and the position in the file where the record ends. */
    @FunctionalInterface
    private interface Into {
        void accept(JournalRecord next, long end);
    }

    private static Extent readPlaces(JournalFile file, Into into) throws IOException {
        long length = file.length();
        byte[] header = bytes(file, 0, RecordBytes.HEADER.length);
        if (isTorn(header)) {
            return new Extent(0, 0, 0, length, behind(file, RecordBytes.HEADER.length, length));
        }
        if (!Arrays.equals(header, RecordBytes.HEADER)) {
            throw new IOException(
                    "expected a journal of this version of MOIDE, found another file: it is another version's, or"
                            + " its first bytes are damaged; start the run again with 'moide run'");
        }
        long at = RecordBytes.HEADER.length;
        long records = 0;
        long lastAt = at;
        for (Frame next = frame(file, at, length); next.isWhole(); next = frame(file, at, length)) {
            lastAt = at;
            at += RecordBytes.FRAME_BYTES + next.payload().length;
            into.accept(RecordBytes.read(next.payload()), at);
            records++;
        }
        return new Extent(records, lastAt, at, length - at, behind(file, at, length));
    }

    /**
     * The result of reading a frame at a position.
     *
     * @param payload the payload of the frame; empty if there is no complete frame at the position
     * @param summedBytes the number of bytes whose checksum was computed to find that out
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    private record Frame(byte[] payload, int summedBytes) {
        boolean isWhole() {
            return payload.length > 0;
        }
    }

    private static Frame frame(JournalFile file, long at, long length) throws IOException {
        byte[] head = bytes(file, at, RecordBytes.FRAME_BYTES);
        int payloadBytes = head.length < RecordBytes.FRAME_BYTES
                ? 0
                : fitting(ByteBuffer.wrap(head).getInt(), at, length);
        if (payloadBytes == 0) {
            return new Frame(NONE, 0);
        }
        byte[] payload = bytes(file, at + RecordBytes.FRAME_BYTES, payloadBytes);
        boolean whole = payload.length == payloadBytes
                && RecordBytes.checksum(payload) == ByteBuffer.wrap(head).getInt(Integer.BYTES);
        return new Frame(whole ? payload : NONE, payloadBytes);
    }

    /**
     * Returns the length of a payload that the head of a frame gives, or 0 if a payload of that length does not fit
     * into the rest of the file.
     */
    private static int fitting(int payloadBytes, long at, long length) {
        return payloadBytes <= 0 || payloadBytes > length - at - RecordBytes.FRAME_BYTES ? 0 : payloadBytes;
    }

    /**
     * Searches the bytes after a damaged place for complete records, which may begin at any position. The amount of
     * work is limited. Returns null if no record was found.
     */
    private static @Nullable Behind behind(JournalFile file, long from, long length) throws IOException {
        long records = 0;
        long executed = 0;
        long summed = 0;
        long at = from;
        while (at < length && at - from < MOST_SEARCHED_BYTES && summed < MOST_SUMMED_BYTES) {
            Frame next = frame(file, at, length);
            summed += next.summedBytes();
            if (next.isWhole()) {
                records++;
                executed += executed(next.payload());
                at += RecordBytes.FRAME_BYTES + next.payload().length;
            } else {
                at = likelyFrame(file, at + 1, length);
            }
        }
        return records == 0 ? null : new Behind(records, executed);
    }

    /**
     * Returns the next position at which a frame may begin, judging by its length and kind; the end of the file if
     * there is none.
     */
    private static long likelyFrame(JournalFile file, long from, long length) throws IOException {
        for (long at = from; at < length; at += PIECE_BYTES) {
            ByteBuffer piece = ByteBuffer.wrap(bytes(file, at, PIECE_BYTES + RecordBytes.FRAME_BYTES));
            for (int next = 0; next < PIECE_BYTES && next + RecordBytes.FRAME_BYTES < piece.limit(); next++) {
                if (fitting(piece.getInt(next), at + next, length) > 0
                        && RecordBytes.isKind(piece.get(next + RecordBytes.FRAME_BYTES))) {
                    return at + next;
                }
            }
        }
        return length;
    }

    private static long executed(byte[] payload) {
        try {
            return RecordBytes.read(payload) instanceof JournalRecord.Returned returned ? returned.executed() : 0;
        } catch (IOException nonsense) {
            return 0;
        }
    }

    /**
     * Returns whether the header of the file is incomplete because the coordinator was lost while it was writing the
     * header. Then the header is too short, or the file system has put zeros in place of some bytes, and no record was
     * ever synced.
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
        return buffer.hasRemaining() ? Arrays.copyOf(buffer.array(), buffer.position()) : buffer.array();
    }
}
