package org.moide.coordinator.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.moide.coordinator.journal.JournalReader;
import org.moide.coordinator.journal.JournalRecord;

/**
 * Counts the returns of loans in a journal. Each time it reads only what has been added to the journal since the last
 * time.
 */
final class ReturnCount {
    /** The size in bytes of a journal's header. */
    private static final int HEADER_BYTES = 8;

    private byte[] journal = new byte[0];
    private int wholeBytes = HEADER_BYTES;
    private long returns;

    /**
     * Counts the returns in a journal.
     *
     * @param now the content of the journal; the array must not be changed later
     * @return the number of complete records of returns
     */
    long of(byte[] now) {
        if (now == journal) {
            return returns;
        }
        if (now.length < HEADER_BYTES) {
            return 0;
        }
        if (now.length < wholeBytes
                || journal.length < wholeBytes
                || !Arrays.equals(journal, 0, wholeBytes, now, 0, wholeBytes)) {
            wholeBytes = HEADER_BYTES;
            returns = 0;
        }
        byte[] rest = Arrays.copyOf(now, HEADER_BYTES + now.length - wholeBytes);
        System.arraycopy(now, wholeBytes, rest, HEADER_BYTES, now.length - wholeBytes);
        try {
            JournalReader.Extent extent = JournalReader.read(
                    SimulatedDisk.of(rest), read -> returns += read instanceof JournalRecord.Returned ? 1 : 0);
            wholeBytes += (int) extent.wholeBytes() - HEADER_BYTES;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        journal = now;
        return returns;
    }
}
