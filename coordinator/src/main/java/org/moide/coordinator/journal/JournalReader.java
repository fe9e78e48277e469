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
 * Reads a journal from its beginning to the first frame that is not whole. If no whole frame lies behind it, that frame
 * was being written when the coordinator was lost, and nobody was told of it; otherwise the file was damaged. What
 * comes before is a state that the run once had, so a damaged journal costs work and never the result.
 */
public final class JournalReader {
    private static final byte[] NONE = {};

    /**
     * The most bytes that are searched behind a damaged place. The next constant limits how many of them are summed up
     * meanwhile.
     */
    private static final long MOST_SEARCHED_BYTES = 256L << 20;

    private static final long MOST_SUMMED_BYTES = 256L << 20;

    private static final int PIECE_BYTES = 64 << 10;

    private JournalReader() {}

    /**
     * The part of a journal that was read.
     *
     * @param records how many records it has
     * @param lastAt where the last record begins
     * @param wholeBytes where the last whole record ends; the next record is written here
     * @param tornBytes how many bytes lie behind that place
     * @param behind whole records that lie behind that place, and cannot be used: the file is damaged; null if
     *     there are none
     */
    public record Extent(
            long records,
            long lastAt,
            long wholeBytes,
            long tornBytes,
            @Nullable Behind behind) {}

    /**
     * Records behind a damaged place.
     *
     * @param records how many
     * @param executed how many tasks they say were executed
     */
    public record Behind(long records, long executed) {}

    /**
     * The place and the state from which a run goes on.
     *
     * @param state what the journal says
     * @param wholeBytes where the next record is written; 0 to begin anew
     * @param dropped whether the journal had records and is begun anew all the same
     * @param extent what was read
     */
    public record Continuation(JournalState state, long wholeBytes, boolean dropped, Extent extent) {
        /** Says what of the journal cannot be used, in words that follow "the journal"; empty if all of it can. */
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
     * Reads a journal in order to go on with it. A journal that ends before all tasks were created is begun anew,
     * whatever was done, since nobody knows which tasks {@code createTasks} would have put next.
     *
     * @throws IOException as {@link #read}
     */
    public static Continuation resume(JournalFile file) throws IOException {
        return resume(file, TaskRoom.unlimited());
    }

    /**
     * Reads a journal like {@link #resume(JournalFile)}, when its tasks may not all fit into memory.
     *
     * @param room how many tasks fit into memory; its shelf reads the others from the journal
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
     * Applies records to a state, and holds back what the tasks of a loan wrote until the loan's return, which is the
     * next record. If the return is missing, these tasks run again.
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

    /** Receives each record and the place where it ends. */
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
     * The bytes at a place where a frame may begin.
     *
     * @param payload the payload of the frame; empty if no whole frame is there
     * @param summedBytes how many bytes were summed up to find that out
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
     * Returns the length that a frame beginning there gives for its payload; 0 if no payload of that length fits into
     * the file.
     */
    private static int fitting(int payloadBytes, long at, long length) {
        return payloadBytes <= 0 || payloadBytes > length - at - RecordBytes.FRAME_BYTES ? 0 : payloadBytes;
    }

    /**
     * Finds whole records behind a damaged place, wherever they begin, with a bounded amount of work. Returns null if
     * there are none.
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

    /** Returns where the next frame may begin, judged by its length and kind; the end of the file if there is none. */
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
     * Returns whether the header was being written when the coordinator was lost: it is too short, or the file system
     * has left zeros in place of a part of it. No record was synced before it.
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
