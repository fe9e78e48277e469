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
 * Reads a journal from its beginning to the first frame that is not whole. If no whole one lies behind it, it was being written
 * when the coordinator was lost, and nobody was told of it; else the file was damaged. What comes before is a state that the run
 * once had, so even a journal that was damaged costs work and never the result.
 */
public final class JournalReader {
    private static final byte[] NONE = {};

    /** How much of what lies behind a damaged place is searched, and how much of it is summed up in doing so. */
    private static final long MOST_SEARCHED_BYTES = 256L << 20;

    private static final long MOST_SUMMED_BYTES = 256L << 20;

    private static final int PIECE_BYTES = 64 << 10;

    private JournalReader() {}

    /**
     * What was read.
     *
     * @param records how many
     * @param lastAt where the last of them begins
     * @param wholeBytes where the last whole one ends: what comes next is written here
     * @param tornBytes what lies behind it
     * @param behind whole records that lie there all the same, and cannot be used: the file is damaged; null if there are none
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
     * Where to go on.
     *
     * @param state what the journal says
     * @param wholeBytes where the next record is written; 0 to begin anew
     * @param dropped whether something was written that is begun anew
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
                ? new Continuation(state, wholeBytes, false, extent)
                : new Continuation(new JournalState(), 0, extent.records() > 0, extent);
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
     * What stands where a frame may begin.
     *
     * @param payload empty if there is no whole one
     * @param summedBytes how much was summed up to see that
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

    /** The length that a payload is said to have in a frame that begins there; 0 if none of that length fits into the file. */
    private static int fitting(int payloadBytes, long at, long length) {
        return payloadBytes <= 0 || payloadBytes > length - at - RecordBytes.FRAME_BYTES ? 0 : payloadBytes;
    }

    /** Finds whole records behind a damaged place, wherever they begin, by a bounded amount of work; null if there are none. */
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

    /** Where the next frame may begin, by its length and kind; the end of the file if there is none. */
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
        return buffer.hasRemaining() ? Arrays.copyOf(buffer.array(), buffer.position()) : buffer.array();
    }
}
