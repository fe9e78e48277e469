package org.moide.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class InstallationTest {
    @TempDir
    Path folder;

    @Test
    void shouldFindWhatLiesInAnArchive() throws IOException {
        Installation archive = new Installation(folder);
        assertThat(archive.command()).isEqualTo(folder.resolve("moide").toString());
        assertThat(archive.repository()).isNull();

        Files.createFile(Files.createDirectories(folder.resolve("bin")).resolve("moide"));
        Files.createDirectories(folder.resolve("lib/repository/org/moide/moide"));
        assertThat(archive.command()).isEqualTo(folder.resolve("bin/moide").toString());
        assertThat(archive.repository()).isEqualTo(folder.resolve("lib/repository"));
    }

    @Test
    void shouldTakeSettingsOfAUserBeforeThoseOfAllUsers() throws IOException {
        Path user = Files.createDirectories(folder.resolve("home/.moide"));
        Path all = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(user.resolve("moide.properties"), "threads=1\n");
        Files.writeString(all.resolve("moide.properties"), "threads=2\nlocal-engines=3\n");

        List<Path> files = new Installation(folder).settings(user);
        SettingsProvider settings = new SettingsProvider(Map.of(), files.subList(1, files.size()));
        CommandLine.Model.CommandSpec options = CommandLine.Model.CommandSpec.create()
                .addOption(CommandLine.Model.OptionSpec.builder("--threads").build())
                .addOption(
                        CommandLine.Model.OptionSpec.builder("--local-engines").build());

        assertThat(files).first().isEqualTo(Path.of("moide.properties"));
        assertThat(settings.defaultValue(options.findOption("--threads"))).isEqualTo("1");
        assertThat(settings.defaultValue(options.findOption("--local-engines"))).isEqualTo("3");
        assertThat(new Installation(null).settings(user)).hasSize(2);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldNotObeyAFileOfTheCurrentFolderThatOthersMayWrite() throws IOException {
        Path file = Files.writeString(folder.resolve("moide.properties"), "local-engines=3\n");
        Path here = Path.of("").toAbsolutePath().relativize(file.toRealPath());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        SettingsProvider own = new SettingsProvider(Map.of(), List.of(here));
        assertThat(own.skipped()).isEmpty();
        assertThat(own.origin()).contains("moide.properties");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        SettingsProvider others = new SettingsProvider(Map.of(), List.of(here));
        CommandLine.Model.OptionSpec engines =
                CommandLine.Model.OptionSpec.builder("--local-engines").build();
        CommandLine.Model.CommandSpec.create().addOption(engines);
        assertThat(others.defaultValue(engines)).isNull();
        assertThat(others.origin()).isEmpty();
        assertThat(others.skipped())
                .singleElement()
                .asString()
                .contains("does not read", "moide.properties, since every user may write", "chmod go-w");
    }
}
