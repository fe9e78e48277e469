package org.moide.coordinator.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.moide.coordinator.recording.Recording;
import org.moide.coordinator.recording.RecordingWriter;

/** What one coordinator records, kept in memory, and replayed from the bytes that would be on disk. */
final class RecordedInMemory implements Recording {
    private final List<byte[][]> entries = new ArrayList<>();

    @Override
    public boolean append(byte[][] entry) {
        entries.add(entry);
        return true;
    }

    @Override
    public void nextPart() {
        throw new IllegalStateException("expected a recording of one part: what is simulated is short");
    }

    /** Whether its coordinator was gone before its run began. */
    boolean isEmpty() {
        return entries.isEmpty();
    }

    InputStream bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream stream = RecordingWriter.stream(bytes)) {
            for (byte[][] entry : entries) {
                RecordingWriter.write(entry, stream);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    /** Nobody reads the story. */
    RunReplay.Outcome replay() {
        try (RunReplay replay = new RunReplay(bytes(), null)) {
            return replay.play(new RunReplay.View(Long.MAX_VALUE, Long.MAX_VALUE, false, 0), line -> {});
        } catch (IOException wrong) {
            throw new UncheckedIOException(wrong);
        }
    }
}
