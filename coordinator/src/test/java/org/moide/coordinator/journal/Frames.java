package org.moide.coordinator.journal;

import java.io.ByteArrayOutputStream;

/** Builds frames of a journal in the form in which they are on disk: the length, the checksum and the payload. */
final class Frames {
    private Frames() {}

    static byte[] of(JournalRecord journalRecord) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordBytes.frame(journalRecord).forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }
}
