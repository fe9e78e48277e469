package org.moide.coordinator.run.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.folder.RunDescription;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.CommProfile;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.StrategyChoice;
import org.moide.coordinator.recording.RecordedRun;
import org.moide.coordinator.run.RunKind;
import org.moide.coordinator.run.Scenario;
import org.moide.coordinator.run.SimulatedRun;
import org.moide.engine.Application;
import org.moide.engine.Arguments;
import org.moide.engine.control.TaskSettings;

/** What somebody else gets of a run, and what not. */
@Timeout(120)
class RunBundleTest {
    /** In arguments, JVM options, results, names of tasks and exceptions. */
    private static final String SECRET = "sesame";

    @TempDir
    Path home;

    private OwnedRun run() throws IOException {
        RunPlan plan = new RunPlan(
                new ApplicationPlan("pi", "org.example.Pi", List.of(), Arguments.of("--password", SECRET)),
                new Placement(true, 1, List.of(new DaemonAddress("h2", 7101, 0)), 2),
                Assistance.NONE,
                new EngineSettings(1, 1L << 30, List.of("-Dkey=" + SECRET), Map.of()),
                Application.Mode.COOPERATIVE,
                new StrategyChoice("guided", null),
                TaskSettings.DEFAULT,
                CommProfile.usual(),
                List.of(),
                NetworkSettings.usual(),
                new OutputSettings(home.resolve("r.json"), OutputSettings.Progress.NEVER, false, false));
        return new RunFolders(home.resolve("runs"), "here")
                .create(new RunDescription("ab1", Instant.EPOCH, "here", home, "0.1.0", plan));
    }

    private static String all(Path bundle) throws IOException {
        StringBuilder all = new StringBuilder();
        try (ZipFile zip = new ZipFile(bundle.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                all.append("\n== ").append(entry.getName()).append('\n');
                try (InputStream in = zip.getInputStream(entry)) {
                    all.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        return all.toString();
    }

    @Test
    void shouldHaveStoryAndFiguresAndReplayAndNothingOfTheApplications() throws IOException {
        Files.writeString(home.resolve("r.json"), """
                {"application": "pi", "arguments": ["sesame"], "result": {"pi": "sesame"}, "wallSeconds": 1.5,
                 "tasks": {"put": 7, "failures": [{"task": "sesame", "error": "X: sesame"}]}, "new": "sesame"}
                """);
        Path bundle = home.resolve("b.zip");
        try (OwnedRun run = run();
                SimulatedRun simulated = Scenario.drawn(4, RunKind.BAG).played()) {
            byte[] recording = simulated.recordings().get(0).bytes().readAllBytes();
            Files.write(run.folder().path().resolve("recording-1-0"), recording);
            List<String> contents = RunBundle.write(run.folder(), bundle);
            assertThat(contents)
                    .extracting(line -> line.substring(0, line.indexOf(':')))
                    .containsExactly("about.txt", "report.json", "recording-1-0", "story-1.txt");
        }
        assertThat(all(bundle))
                .contains("org.example.Pi with 2 arguments, which are left out", "\"wallSeconds\": 1.5", "\"put\": 7")
                .contains("#1 Began", "all as they were then")
                .doesNotContain(SECRET);
        assertThat(Files.exists(home.resolve("b.zip.part"))).isFalse();
        try (RecordedRun packed = RecordedRun.in(bundle);
                RunReplay replay = new RunReplay(packed.beginning(1), null)) {
            assertThat(replay.play(RunReplay.View.WHOLE, line -> {}).broken()).isNull();
        }
    }

    @Test
    void shouldSayThatThereIsNoRecordingAndLeaveNothingBehind() throws IOException {
        try (OwnedRun run = run()) {
            assertThatThrownBy(() -> RunBundle.write(run.folder(), home.resolve("b.zip")))
                    .isInstanceOf(PlanException.class)
                    .hasMessageContaining("expected a recording in");
        }
        assertThat(home.resolve("b.zip")).doesNotExist();
        assertThat(home.resolve("b.zip.part")).doesNotExist();
    }
}
