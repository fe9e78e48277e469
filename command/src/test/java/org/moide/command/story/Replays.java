package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.recording.RecordedRun;
import org.moide.coordinator.recording.RecordingFiles;
import org.moide.coordinator.recording.RecordingReader;
import org.moide.coordinator.run.replay.RunReplay;

/** Replays the runs of a story test from their recordings. */
final class Replays {
    /** The selection of events that shows none, since showing events takes most of a replay's time. */
    private static final RunReplay.View NOTHING = new RunReplay.View(Long.MAX_VALUE, Long.MAX_VALUE, false, 0);

    private Replays() {}

    /**
     * Replays every recording below a home folder, also those of killed or running runs. In each replay the
     * coordinator's core must make the recorded decisions again.
     */
    static void checkAll(Path home) {
        try {
            for (Path folder : folders(home)) {
                check(folder);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Path> folders(Path home) throws IOException {
        Path runs = home.resolve(".moide/runs");
        List<Path> recorded = new ArrayList<>();
        if (Files.isDirectory(runs)) {
            try (Stream<Path> folders = Files.list(runs)) {
                for (Path folder : folders.toList()) {
                    if (!folder.getFileName().toString().startsWith(".")
                            && !RecordingFiles.in(folder).isEmpty()) {
                        recorded.add(folder);
                    }
                }
            }
        }
        return recorded;
    }

    /** Waits until the recording of the home folder's only run contains this text. */
    static void await(Path home, String what) {
        Awaitility.await("'" + what + "' in the recording")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> story(home).stream().anyMatch(line -> line.contains(what)));
    }

    private static List<String> story(Path home) throws IOException {
        List<String> story = new ArrayList<>();
        for (Path folder : folders(home)) {
            try (RecordedRun run = RecordedRun.in(folder)) {
                play(run, 1, RunReplay.View.WHOLE, story::add);
            }
        }
        return story;
    }

    private static void check(Path folder) throws IOException {
        try (RecordedRun run = RecordedRun.in(folder)) {
            for (int life = 1; life <= run.lives(); life++) {
                String broken = play(run, life, NOTHING, line -> {});
                List<String> story = new ArrayList<>();
                if (broken != null) {
                    play(run, life, RunReplay.View.WHOLE, story::add);
                }
                assertThat(broken)
                        .as("coordinator %d of %s\n%s", life, folder, String.join("\n", story))
                        .isNull();
            }
        }
    }

    /**
     * Replays the recording of one coordinator of a run.
     *
     * @param life the number of the coordinator, from 1
     * @return the first difference; null if there is none, or if nothing was recorded before the run was killed
     */
    private static @Nullable String play(RecordedRun run, int life, RunReplay.View view, Consumer<String> lines)
            throws IOException {
        if (isEmpty(run, life)) {
            return null;
        }
        try (RunReplay replay = new RunReplay(run.beginning(life), Replays.class.getClassLoader())) {
            return replay.play(view, lines).broken();
        }
    }

    private static boolean isEmpty(RecordedRun run, int life) throws IOException {
        try (RecordingReader reader = new RecordingReader(run.beginning(life))) {
            return reader.next() == null;
        }
    }
}
