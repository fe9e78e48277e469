package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests runs on one machine: in a single JVM, and with several engine JVMs that the coordinator starts. */
class LocalEnginesStoryTest {
    private static final double ZETA_S = 8.5971775078648;

    @TempDir
    Path home;

    @Test
    @Tag("full") // RayTraceTest has it in one JVM
    void shouldMakeTheSamePictureByteForByteWhenOneTwoOrFourEnginesRender() throws IOException {
        for (int engines : List.of(1, 2, 4)) {
            try (MoideProcess run = MoideProcess.start(
                    home,
                    "run",
                    "--local-engines",
                    Integer.toString(engines),
                    "raytrace",
                    "--width",
                    "96",
                    "--height",
                    "54",
                    "--samples",
                    "1",
                    "--output",
                    "picture-" + engines + ".png")) {
                run.awaitSuccess();
            }
        }
        byte[] alone = Files.readAllBytes(home.resolve("picture-1.png"));
        assertThat(alone).hasSizeGreaterThan(1_000);
        assertThat(Files.readAllBytes(home.resolve("picture-2.png"))).isEqualTo(alone);
        assertThat(Files.readAllBytes(home.resolve("picture-4.png"))).isEqualTo(alone);
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"2, 1", "1, 2", "3, 2"})
    void shouldVerifyConjugateGradientOfClassSWhateverTheShape(int engines, int threads) throws IOException {
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                Integer.toString(engines),
                "--threads",
                Integer.toString(threads),
                "--report",
                "run.json",
                "cg",
                "--class",
                "S")) {
            run.awaitSuccess();
        }
        JsonObject report = Json.read(home.resolve("run.json"));
        JsonObject result = report.getAsJsonObject("result");
        assertThat(result.get("verification").getAsString()).isEqualTo("successful");
        assertThat(result.get("zeta").getAsDouble()).isCloseTo(ZETA_S, within(ZETA_S * 1e-10));
        assertThat(report.getAsJsonArray("engines")).hasSize(engines);
    }

    @Test
    @Tag("full")
    void shouldGiveAllEnginesTheProfileThatWasMeasuredOrWritten() throws Exception {
        try (MoideProcess bench = MoideProcess.start(
                home,
                WholeSamples.in(home.resolve("samples")),
                "bench",
                "comm",
                "--local-engines",
                "2",
                "--threads",
                "1",
                "--milliseconds",
                "1",
                "--most",
                "8",
                "--save-profile",
                "comm.properties")) {
            bench.awaitSuccess();
        }
        Path profile = home.resolve("comm.properties");
        assertThat(profile).content().contains("bytes: ", "longReduceBytes = ", "2 engines, threads 1 on ");
        conjugateGradientBy(profile);

        Files.writeString(profile, "longReduceBytes = 2000000000\n");
        long whole = conjugateGradientBy(profile);
        Files.writeString(profile, "longReduceBytes = 0\n");
        assertThat(conjugateGradientBy(profile))
                .as("messages of reductions in parts")
                .isGreaterThan(whole);
    }

    /**
     * Runs the application with this tuning profile.
     *
     * @return the number of messages between engines
     */
    private long conjugateGradientBy(Path profile) throws IOException {
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "2",
                "--threads",
                "1",
                "--comm-profile",
                profile.toString(),
                "--report",
                "run.json",
                "cg",
                "--class",
                "S")) {
            run.awaitSuccess();
        }
        JsonObject report = Json.read(home.resolve("run.json"));
        assertThat(report.getAsJsonObject("result").get("verification").getAsString())
                .isEqualTo("successful");
        return report.getAsJsonObject("messages").get("rmi").getAsLong();
    }

    @Test
    @Tag("full")
    void shouldMoveBodiesToTheSameBitsWhenRunTwiceWithTheSameEnginesAndThreads() throws IOException {
        for (String file : List.of("first.csv", "second.csv")) {
            try (MoideProcess run = MoideProcess.start(
                    home,
                    "run",
                    "--local-engines",
                    "2",
                    "--threads",
                    "2",
                    "--report",
                    "run.json",
                    "nbody",
                    "--bodies",
                    "500",
                    "--steps",
                    "3",
                    "--theta",
                    "0.3",
                    "--check",
                    "--output",
                    file)) {
                run.awaitSuccess();
            }
            double error = Json.read(home.resolve("run.json"))
                    .getAsJsonObject("result")
                    .get("forceErrorRms")
                    .getAsDouble();
            assertThat(error).isPositive().isLessThanOrEqualTo(2e-3);
        }
        assertThat(Files.readAllBytes(home.resolve("second.csv")))
                .isEqualTo(Files.readAllBytes(home.resolve("first.csv")));
    }

    @Test
    @Tag("full") // DataStoryTest and the library's EndedJvmsTest kill an engine of a bag in the default build
    void shouldFinishThePictureWhenAnEngineIsKilled() throws IOException {
        try (MoideProcess alone = raytrace(1, "alone.png")) {
            alone.awaitSuccess();
        }
        try (MoideProcess run = raytrace(3, "survived.png")) {
            List<ProcessHandle> engines = run.awaitChildren(2);
            // At any moment of its life: while it starts, before its first loan, or in the middle.
            engines.get(0).destroyForcibly();
            run.awaitSuccess();
            assertThat(run.err()).anyMatch(line -> line.contains("engine-") && line.contains("SIGKILL"));
        }
        assertThat(Files.readAllBytes(home.resolve("survived.png")))
                .isEqualTo(Files.readAllBytes(home.resolve("alone.png")));
    }

    private MoideProcess raytrace(int engines, String output) {
        return MoideProcess.start(
                home,
                "run",
                "--local-engines",
                Integer.toString(engines),
                "--threads",
                "1",
                "raytrace",
                "--width",
                "160",
                "--height",
                "90",
                "--output",
                output);
    }

    @Test
    @Tag("full")
    void shouldLeaveNoEngineWhenTheCoordinatorIsKilled() {
        MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "3",
                "--threads",
                "1",
                "nbody",
                "--bodies",
                "4000",
                "--steps",
                "100000");
        List<ProcessHandle> engines = run.awaitChildren(2);
        run.kill();
        Awaitility.await("the end of the engines").until(() -> engines.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void shouldEndEverythingWithExitCode130WhenInterrupted() throws Exception {
        try (MoideProcess run = MoideProcess.start(
                home,
                "run",
                "--local-engines",
                "2",
                "--threads",
                "1",
                "nbody",
                "--bodies",
                "4000",
                "--steps",
                "100000")) {
            List<ProcessHandle> engines = run.awaitChildren(1);
            run.interrupt();
            assertThat(run.awaitExit()).as("exit code of %s", run).isEqualTo(130);
            Awaitility.await("the end of the engines")
                    .until(() -> engines.stream().noneMatch(ProcessHandle::isAlive));
        }
    }
}
