package org.moide.hosts.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class OwnJdkTest {
    private static final String DEEP = "legal/" + "a-module-with-a-name/".repeat(8) + "LICENSE";

    @TempDir
    Path folder;

    @Test
    void shouldPackWhatRunsProgramsSoThatTarAndGzipUnpackIt() throws Exception {
        Path jdk = folder.resolve("jdk");
        file(jdk, "release", "JAVA_VERSION=\"17.0.15\"\nOS_ARCH=\"x86_64\"\nOS_NAME=\"Linux\"\n");
        Path java = file(jdk, "bin/java", "java");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        file(jdk, DEEP, "free");
        file(jdk, "jmods/java.base.jmod", "large");
        file(jdk, "lib/src.zip", "large too");
        Path elsewhere = file(folder, "etc/security", "settings");
        Files.createDirectories(jdk.resolve("conf"));
        Files.createSymbolicLink(jdk.resolve("conf/security"), elsewhere);

        HostPlan.Carried carried = new OwnJdk(jdk).describe();
        assertThat(carried.system()).isEqualTo("Linux x86_64");
        assertThat(carried.version()).isEqualTo("17.0.15");
        assertThat(new OwnJdk(jdk).describe()).isEqualTo(carried);

        Path packed = folder.resolve("jdk.tar.gz");
        try (OutputStream to = Files.newOutputStream(packed)) {
            new OwnJdk(jdk).write(to);
        }
        Path unpacked = Files.createDirectory(folder.resolve("unpacked"));
        run(unpacked, "tar", "-xzf", packed.toString());
        assertThat(unpacked.resolve("bin/java")).hasContent("java").isExecutable();
        assertThat(unpacked.resolve(DEEP)).hasContent("free");
        assertThat(Files.isExecutable(unpacked.resolve(DEEP))).isFalse();
        assertThat(unpacked.resolve("conf/security"))
                .as("a link is followed")
                .hasContent("settings")
                .isRegularFile();
        assertThat(unpacked.resolve("jmods")).doesNotExist();
        assertThat(unpacked.resolve("lib/src.zip")).doesNotExist();
    }

    @Test
    void shouldSayThatAFolderIsNoJdk() throws IOException {
        file(folder, "release", "nothing\n");
        assertThatThrownBy(() -> new OwnJdk(folder).describe())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("expected a JDK whose file 'release' says its version");
    }

    private static Path file(Path in, String name, String text) throws IOException {
        Path file = in.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static void run(Path in, String... words) throws Exception {
        Process process = new ProcessBuilder(List.of(words))
                .directory(in.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
