package org.moide.coordinator.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.collective.Tuning;

class CommProfileTest {
    @TempDir
    Path folder;

    @Test
    void shouldTakeWhatTheFileSaysAndTheDefaultForTheRest() throws IOException {
        Path file = Files.writeString(folder.resolve("comm.properties"), "# measured\nlongReduceBytes = 4096\n");

        CommProfile profile = CommProfile.read(file);

        assertThat(profile.tuning().longReduceBytes()).isEqualTo(4096);
        assertThat(profile.tuning().segmentBytes()).isEqualTo(Tuning.DEFAULT.segmentBytes());
        assertThat(profile).hasToString("by " + file + " " + profile.tuning().values());
        assertThat(CommProfile.read(null)).isEqualTo(CommProfile.usual());
        assertThat(CommProfile.usual().toString()).startsWith("default {threadShareBytes=32768, ");
    }

    @Test
    void shouldNameFileAndLineWhenItIsNoProfile() throws IOException {
        Path file = Files.writeString(folder.resolve("comm.properties"), "# measured\nlongReduceBytes = much\n");
        assertThatThrownBy(() -> CommProfile.read(file))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("--comm-profile: " + file + ": ")
                .hasMessageContaining("line 2: expected a number of bytes")
                .hasMessageContaining("found \"much\"");
        assertThatThrownBy(() -> CommProfile.read(folder.resolve("none")))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("--comm-profile: expected a file that")
                .hasMessageContaining(folder.resolve("none") + ": there is none");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> CommProfile.read(binary))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(binary.toString());
    }
}
