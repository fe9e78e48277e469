package org.moide.coordinator.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.wire.OutlineWriter;
import org.moide.coordinator.recording.Recording;
import org.moide.coordinator.recording.RecordingWriter;
import org.moide.coordinator.run.core.RunRecord;
import org.moide.coordinator.run.replay.RunReplay;

/**
 * What one coordinator records, and its replay from the bytes that would be on disk. The bytes are made at the very
 * end: what the core changes of what it has given out is found, whenever it does.
 */
public final class RecordedInMemory implements Recording {
    private final List<Entry> entries = new ArrayList<>();

    @Override
    public boolean append(Entry entry) {
        entries.add(entry);
        return true;
    }

    /** Whether its coordinator was gone before its run began. */
    boolean isEmpty() {
        return entries.isEmpty();
    }

    public InputStream bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutlineWriter outlines = RunRecord.outlines();
        try (DataOutputStream stream = RecordingWriter.stream(bytes)) {
            for (Entry entry : entries) {
                RecordingWriter.write(entry.bytes(outlines), stream);
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
