package org.moide.commlib.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsIdentityTest {
    @TempDir
    Path folder;

    @Test
    void shouldRemoveWhatProcessesLeftThatWereKilledWhileTheyMadeOne() throws IOException {
        Path left = folderOf("tls123", true);
        Path atWork = folderOf("tls456", false);
        Path other = folderOf("tls-notes", true);

        TlsIdentity.loadOrMake(folder);

        assertThat(left).doesNotExist();
        assertThat(atWork).exists();
        assertThat(other).exists();
        assertThat(folder).isDirectoryContaining(file -> file.endsWith("tls.p12"));
        assertThat(folder.toFile().list()).hasSize(3);
    }

    private Path folderOf(String name, boolean old) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        Files.writeString(made.resolve("keytool.log"), "");
        if (old) {
            Files.setLastModifiedTime(made, FileTime.from(Instant.EPOCH));
        }
        return made;
    }
}
