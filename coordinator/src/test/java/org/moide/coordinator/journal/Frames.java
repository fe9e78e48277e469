package org.moide.coordinator.journal;

import java.io.ByteArrayOutputStream;

/** Builds frames of a journal, the length and checksum with the payload, as they are on disk. */
final class Frames {
    private Frames() {}

    static byte[] of(JournalRecord journalRecord) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordBytes.frame(journalRecord).forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }
}
