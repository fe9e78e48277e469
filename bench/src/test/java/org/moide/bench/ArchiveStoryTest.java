package org.moide.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the archive that {@code mvn package} makes, as on a machine that has only Java. */
@Tag("full")
class ArchiveStoryTest {
    private static final Path MADE = Path.of("../dist/target");

    @TempDir
    Path folder;

    private Path home;
    private Path programs;
    private Path command;

    @BeforeEach
    void unpack() throws Exception {
        Path archive;
        try (Stream<Path> made = Files.list(MADE)) {
            archive = made.filter(file -> file.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("expected an archive in " + MADE + ": mvn package"));
        }
        programs = Files.createDirectory(folder.resolve("my programs"));
        home = Files.createDirectory(folder.resolve("home"));
        run(programs, List.of("tar", "xzf", archive.toAbsolutePath().toString()));
        try (Stream<Path> unpacked = Files.list(programs)) {
            command = Files.createSymbolicLink(
                    folder.resolve("moide"), unpacked.findFirst().orElseThrow().resolve("bin/moide"));
        }
        run(programs, List.of("chmod", "-R", "a-w", "."));
    }

    @Test
    void shouldMakeAPictureFromWhatWasUnpacked() throws Exception {
        List<Path> installed = files();
        assertThat(moide("--version")).contains("moide ").doesNotContain("not from its jar");
        assertThat(moide("run", "hello")).contains("hello from ID 0");
        moide("run", "raytrace", "--width", "64", "--height", "48", "--output", "picture.png");
        assertThat(home.resolve("picture.png")).isNotEmptyFile();
        assertThat(moide("samples")).contains("raytrace", "nbody");
        assertThat(moide("doctor")).contains("this machine", " 0 FAIL");
        assertThat(moide("new", "my-app")).contains("my-app");
        assertThat(home.resolve("my-app/pom.xml")).content().contains("lib/repository");
        assertThat(files()).as("the installation, to which root may write").isEqualTo(installed);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> found = Files.walk(programs)) {
            return found.sorted().toList();
        }
    }

    private String moide(String... words) throws Exception {
        return run(
                home,
                Stream.concat(Stream.of(command.toString()), Stream.of(words)).toList());
    }

    private String run(Path in, List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(in.toFile()).redirectErrorStream(true);
        builder.environment().put("MOIDE_HOME", home.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }
}
