package org.moide.coordinator.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.moide.coordinator.recording.RecordedRun;
import org.moide.coordinator.recording.RecordingFiles;
import org.moide.coordinator.recording.RecordingReader;
import org.moide.coordinator.run.RunReplay;

/** The runs of a story once more, from what they recorded. */
final class Replays {
    private Replays() {}

    /** Every recording below a home folder, also of a run that goes on meanwhile or was killed; each must go as it went. */
    static void checkAll(Path home) {
        Path runs = home.resolve(".moide/runs");
        if (!Files.isDirectory(runs)) {
            return;
        }
        try (Stream<Path> folders = Files.list(runs)) {
            for (Path folder : folders.toList()) {
                if (!folder.getFileName().toString().startsWith(".")
                        && !RecordingFiles.in(folder).isEmpty()) {
                    check(folder);
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void check(Path folder) throws IOException {
        try (RecordedRun run = RecordedRun.in(folder)) {
            for (int life = 1; life <= run.lives(); life++) {
                if (isEmpty(run, life)) {
                    continue; // it was killed before it had written anything
                }
                List<String> story = new ArrayList<>();
                try (RunReplay replay = new RunReplay(run.beginning(life), Replays.class.getClassLoader())) {
                    RunReplay.Outcome outcome = replay.play(RunReplay.View.WHOLE, story::add);
                    assertThat(outcome.broken())
                            .as("coordinator %d of %s\n%s", life, folder, String.join("\n", story))
                            .isNull();
                }
            }
        }
    }

    private static boolean isEmpty(RecordedRun run, int life) throws IOException {
        try (RecordingReader reader = new RecordingReader(run.beginning(life))) {
            return reader.next() == null;
        }
    }
}
