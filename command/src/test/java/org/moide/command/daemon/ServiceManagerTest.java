package org.moide.command.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ServiceManagerTest {
    private static final Map<String, String> STARTED = Map.of("NOTIFY_SOCKET", "/run/systemd/notify");

    @TempDir
    Path folder;

    private Path said;
    private Path command;
    private final List<String> errors = new ArrayList<>();

    @BeforeEach
    void makeCommand() throws IOException {
        said = folder.resolve("said");
        command = Files.writeString(folder.resolve("notify"), "#!/bin/sh\nprintf '%s\\n' \"$@\" >>" + said + "\n");
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void shouldTellWhoHasStartedIt() throws IOException {
        ServiceManager manager = new ServiceManager(STARTED, command.toString(), errors::add);
        manager.serves("h9 serves at 7100\nWATCHDOG_USEC=1");
        manager.ends("ends");
        assertThat(said).content().isEqualTo("""
                READY=1
                STATUS=h9 serves at 7100
                STOPPING=1
                STATUS=ends
                """);
        assertThat(errors).isEmpty();
    }

    @Test
    void shouldTellNobodyWhereNobodyWantsToKnow() {
        new ServiceManager(Map.of(), command.toString(), errors::add).serves("h9");
        assertThat(said).doesNotExist();
    }

    @Test
    void shouldSayWhatToDoWhenItCannot() throws IOException {
        new ServiceManager(STARTED, folder.resolve("none").toString(), errors::add).serves("h9");
        Files.writeString(command, "#!/bin/sh\nexit 3\n");
        new ServiceManager(STARTED, command.toString(), errors::add).serves("h9");
        assertThat(errors).hasSize(2).allMatch(line -> line.contains("Type=exec"));
        assertThat(errors.get(1)).contains("exit code 3");
    }
}
