package org.moide.coordinator.run.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
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

/** Tests which information about a run a bundle gives to another person, and what it keeps secret. */
class RunBundleTest {
    /**
     * A word that is in arguments, JVM options, results, names of tasks and exceptions of the run. It must not be in
     * the bundle.
     */
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
                OutputSettings.usual().reportingTo(home.resolve("r.json")));
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

    private static byte[] recording() throws IOException {
        try (SimulatedRun simulated = Scenario.drawn(4, RunKind.BAG).played()) {
            return simulated.recordings().get(0).bytes().readAllBytes();
        }
    }

    /** Checks a report file that was overwritten with other content after the run. */
    @Test
    void shouldSayThatTheReportIsLeftOutIfItIsNoneAnyMore() throws IOException {
        Path report = home.resolve("r.json");
        try (OwnedRun run = run()) {
            Files.write(run.folder().path().resolve("recording-1-0"), recording());
            List<String> wrong = List.of("[1]", "null", "{\"tasks\":", "{\"tasks\":" + "[".repeat(100_000), "\0\1");
            for (String text : wrong) {
                Files.writeString(report, text);
                assertThat(RunBundle.write(run.folder(), home.resolve("b.zip")))
                        .as("beginning with %s", text.substring(0, Math.min(20, text.length())))
                        .anyMatch(line -> line.startsWith("no report.json: " + report))
                        .noneMatch(line -> line.startsWith("report.json"));
            }
            try (RandomAccessFile sparse = new RandomAccessFile(report.toFile(), "rw")) {
                sparse.setLength(1L << 40);
            }
            assertThat(RunBundle.write(run.folder(), home.resolve("b.zip")))
                    .anyMatch(line -> line.startsWith("no report.json: " + report));
        }
    }

    @Test
    void shouldNameTheRecordingThatIsDamaged() throws IOException {
        byte[] damaged = recording();
        Arrays.fill(damaged, damaged.length / 2, damaged.length / 2 + 64, (byte) -1);
        try (OwnedRun run = run()) {
            Path recording = run.folder().path().resolve("recording-1-0");
            for (byte[] bytes : new byte[][] {damaged, "no recording".getBytes(StandardCharsets.UTF_8)}) {
                Files.write(recording, bytes);
                assertThatThrownBy(() -> RunBundle.write(run.folder(), home.resolve("b.zip")))
                        .hasMessageContaining(recording.toString())
                        .hasMessageContaining("expected a");
                assertThat(home.resolve("b.zip")).doesNotExist();
            }
        }
    }

    /**
     * Tests a malicious bundle that has so many entries that the list of them would fill the memory. It must be
     * refused.
     */
    @Test
    void shouldRefuseABundleOfVeryManyFiles() throws IOException {
        Path bundle = home.resolve("b.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(bundle))) {
            for (int file = 1; file <= 20_000; file++) {
                zip.putNextEntry(new ZipEntry("recording-" + file + "-0"));
            }
        }
        assertThatThrownBy(() -> RecordedRun.in(bundle))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("whose list of files takes at most 1048576 bytes, found " + bundle);
    }

    @Test
    void shouldRefuseABundleThatIsCutOff() throws IOException {
        Path bundle = home.resolve("b.zip");
        try (OwnedRun run = run()) {
            Files.write(run.folder().path().resolve("recording-1-0"), recording());
            RunBundle.write(run.folder(), bundle);
        }
        byte[] whole = Files.readAllBytes(bundle);
        for (int bytes : new int[] {0, 1, 21, 22, whole.length / 2, whole.length - 1}) {
            Files.write(bundle, Arrays.copyOf(whole, bytes));
            assertThatThrownBy(() -> RecordedRun.in(bundle))
                    .as("%d of %d bytes", bytes, whole.length)
                    .isInstanceOf(PlanException.class)
                    .hasMessageContaining("expected a run's folder or a bundle of 'moide bundle', found " + bundle);
        }
    }
}
