package org.moide.command.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DesktopTest {
    private static final String ADDRESS = "http://127.0.0.1:8123/?token=abc";

    @TempDir
    Path folder;

    @Test
    void shouldOpenNothingWithoutAScreenOrAnOpener() throws IOException {
        opener("exit 0");
        assertThat(new Desktop(Map.of("PATH", folder.toString())).open(ADDRESS)).isNull();
        assertThat(new Desktop(Map.of("PATH", folder.resolve("none").toString(), "DISPLAY", ":0")).open(ADDRESS))
                .isNull();
    }

    @Test
    void shouldGiveTheBrowserAFileThatOnlyItsOwnerReads() throws Exception {
        opener("exit 0");
        Path runtime = Files.createDirectory(folder.resolve("runtime"));
        Path file = new Desktop(Map.of(
                        "PATH",
                        folder.toString(),
                        "WAYLAND_DISPLAY",
                        "wayland-0",
                        "XDG_RUNTIME_DIR",
                        runtime.toString()))
                .open(ADDRESS);
        assertThat(file).isNotNull().hasParent(runtime);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file)).contains("0;url=" + ADDRESS);
    }

    private void opener(String what) throws IOException {
        Path opener = Files.writeString(folder.resolve("xdg-open"), "#!/bin/sh\n" + what + "\n");
        Files.setPosixFilePermissions(opener, PosixFilePermissions.fromString("rwx------"));
    }
}
