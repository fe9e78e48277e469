package org.moide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.classes.OwnClasses;

/** Engines of a daemon's, which stay from run to run: on this machine, as on another host. */
class DaemonEnginesTest {
    @Test
    @Tag("full") // StayingEnginesTest keeps JVMs of this host in the default build, by the same KeptEngines
    void shouldKeepADaemonsJvmUntilTheProgramLetsGo(@TempDir Path folder) throws Exception {
        String secret = folder.resolve("secret").toString();
        Process daemon = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        OwnClasses.places().stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(File.pathSeparator)),
                        "org.moide.command.MoideCommand",
                        "engine",
                        "--bind=127.0.0.1",
                        "--port=0",
                        "--secret-file=" + secret,
                        "--cache=" + folder.resolve("cache"))
                .start();
        try (BufferedReader said = daemon.errorReader()) {
            String serves = "";
            while (!serves.contains(" serves at ")) {
                serves = Objects.requireNonNull(said.readLine(), "a line that says where it serves");
            }
            String address = serves.replaceAll(".* serves at ([^,]*),.*", "$1");
            long engine;
            try (Moide moide = QuickMoide.builder()
                    .hosts(address)
                    .threads(1)
                    .option("--secret-file", secret)
                    .build()) {
                RunResult leaving = moide.run(StayingEnginesTest.Places.class, "leave");
                assertThat(leaving.notes())
                        .anyMatch(note -> note.contains("is not kept: the run has left thread 'left behind' in it"));
                engine = StayingEnginesTest.run(moide, "nothing");
                assertThat(engine).isNotEqualTo(leaving.value("process", Long.class));
                assertThat(StayingEnginesTest.run(moide, "nothing")).isEqualTo(engine);
            }
            long kept = engine;
            await().until(() -> StayingEnginesTest.isGone(kept));
            assertThat(daemon.isAlive()).isTrue();
        } finally {
            daemon.destroy();
            daemon.waitFor();
        }
    }
}
