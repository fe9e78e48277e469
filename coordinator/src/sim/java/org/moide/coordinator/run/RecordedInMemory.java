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
 * Records one coordinator's inputs in memory, and replays them from the bytes that a recording on disk would have.
 * Entries are converted to bytes only at the end. If the core changes an object after it was recorded, the replay
 * therefore differs and the test fails.
 */
public final class RecordedInMemory implements Recording {
    private final List<Entry> entries = new ArrayList<>();

    @Override
    public boolean append(Entry entry) {
        entries.add(entry);
        return true;
    }

    /** Returns whether the coordinator was killed before its run began. */
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

    /** Replays the recording without printing its events. */
    RunReplay.Outcome replay() {
        try (RunReplay replay = new RunReplay(bytes(), null)) {
            return replay.play(new RunReplay.View(Long.MAX_VALUE, Long.MAX_VALUE, false, 0), line -> {});
        } catch (IOException wrong) {
            throw new UncheckedIOException(wrong);
        }
    }
}
