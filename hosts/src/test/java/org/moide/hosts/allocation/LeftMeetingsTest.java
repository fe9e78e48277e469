package org.moide.hosts.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftMeetingsTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    @TempDir
    Path above;

    private Path own;

    @BeforeEach
    void begin() throws IOException {
        own = meeting("slurm-9.0.0", Duration.ofDays(90), "secret");
    }

    private Path meeting(String name, Duration age, String... files) throws IOException {
        Path folder = Files.createDirectory(above.resolve(name));
        for (String file : files) {
            Files.writeString(folder.resolve(file), "x");
        }
        Files.setLastModifiedTime(folder, FileTime.from(NOW.minus(age)));
        return folder;
    }

    private void remove() {
        new LeftMeetings(() -> NOW, LeftMeetings.PROCESSES_COME).removeBeside(own, Pattern.compile("slurm-[0-9.]+"));
    }

    @Test
    void shouldRemoveWhatNobodyCanBeUsing() throws IOException {
        List<Path> left = List.of(
                meeting("slurm-1.0.0", Duration.ofDays(1), "secret"),
                meeting("slurm-2.0.0", Duration.ofDays(1), "secret", "over"),
                meeting("slurm-3.0.0", Duration.ofDays(61), "secret", "place-0", "place-1", "port-1"));
        remove();
        assertThat(left).noneMatch(Files::exists);
        assertThat(own).exists();
    }

    @Test
    void shouldLeaveWhatMayBeUsedOrIsNotOurs() throws IOException {
        List<Path> others = List.of(
                meeting("slurm-1.0.0", Duration.ofHours(1), "secret"),
                meeting("slurm-2.0.0", Duration.ofDays(30), "secret", "place-0"),
                meeting("slurm-3.0.0", Duration.ofDays(90), "secret", "thesis.tex"),
                meeting("another", Duration.ofDays(90), "secret"));
        Path elsewhere = Files.createDirectory(above.resolve("target"));
        Files.writeString(elsewhere.resolve("secret"), "x");
        Files.setLastModifiedTime(elsewhere, FileTime.from(NOW.minus(Duration.ofDays(90))));
        Files.createSymbolicLink(above.resolve("slurm-4.0.0"), elsewhere);
        remove();
        assertThat(others).allMatch(Files::exists);
        assertThat(elsewhere.resolve("secret")).exists();
    }

    @Test
    void shouldDoNothingWhereThereIsNothing() {
        new LeftMeetings(() -> NOW, Duration.ZERO).removeBeside(above.resolve("none/slurm-1"), Pattern.compile(".*"));
        assertThat(above.resolve("none")).doesNotExist();
    }
}
