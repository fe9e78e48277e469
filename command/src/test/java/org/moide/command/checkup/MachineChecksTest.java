package org.moide.command.checkup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineChecksTest {
    @TempDir
    Path folder;

    private MachinePlaces places;

    @BeforeEach
    void makeMachine() throws IOException {
        places = new MachinePlaces(
                folder.resolve("limits"),
                folder.resolve("cgroup"),
                Files.createDirectory(folder.resolve("groups")),
                Files.createDirectory(folder.resolve("shm")),
                folder.resolve("home/.moide"));
        limits("96023", "65536");
    }

    @Test
    void shouldFindNothingWrongWithAMachineThatIsWell() {
        assertThat(new MachineChecks(places).all())
                .extracting(Finding::check)
                .containsExactly("shared memory", "open files", "processes", "locked memory", "home");
        assertThat(new MachineChecks(places).all())
                .filteredOn(finding -> finding.grade() == Grade.FAIL)
                .isEmpty();
        assertThat(places.home()).as("it changes nothing").doesNotExist();
        assertThat(places.memory()).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({
        "96023, 65536, OK, OK",
        "unlimited, unlimited, OK, OK",
        "1000, 1000, WARN, WARN",
        "1000, 100, WARN, FAIL",
        "100, 1024, FAIL, OK"
    })
    void shouldJudgeLimitsOfFilesAndProcesses(String processes, String files, Grade ofProcesses, Grade ofFiles)
            throws IOException {
        limits(processes, files);
        assertThat(finding("processes").grade()).isEqualTo(ofProcesses);
        assertThat(finding("open files").grade()).isEqualTo(ofFiles);
    }

    @Test
    void shouldSeeTheLimitOfTheControlGroup() throws IOException {
        Files.writeString(places.groups(), "0::/box/inner\n");
        Path group = Files.createDirectories(places.controlGroups().resolve("box/inner"));
        Files.writeString(group.resolve("pids.max"), "max\n");
        assertThat(finding("processes").grade()).isEqualTo(Grade.OK);

        Files.writeString(group.resolve("pids.max"), "100\n");
        assertThat(finding("processes").grade()).isEqualTo(Grade.FAIL);
        assertThat(finding("processes").found()).contains("100 in this control group");
        assertThat(finding("processes").advice()).contains("--pids-limit");
    }

    @Test
    void shouldSayWhatItMeansThatThereIsNoSharedMemory() throws IOException {
        Files.delete(places.memory());
        assertThat(finding("shared memory").grade()).isEqualTo(Grade.WARN);
        assertThat(finding("shared memory").found()).contains("sockets and TLS");
    }

    @Test
    void shouldFailWhereTheHomeCannotBe() throws IOException {
        Files.writeString(folder.resolve("home"), "a file");
        assertThat(finding("home").grade()).isEqualTo(Grade.FAIL);
        assertThat(finding("home").advice()).contains("MOIDE_HOME");
    }

    @Test
    void shouldTakeNoNonsenseForALimit() {
        ProcessLimits limits = new ProcessLimits(List.of(
                "Max open files            99999999999999999999 1 files",
                "Max processes",
                "",
                "Max stack size  - - bytes"));
        assertThat(limits.of("Max open files")).isEqualTo(-1);
        assertThat(limits.of("Max processes")).isEqualTo(-1);
        assertThat(limits.of("Max stack size")).isEqualTo(-1);
    }

    private void limits(String processes, String files) throws IOException {
        Files.writeString(places.limits(), String.format("""
                        Limit                     Soft Limit           Hard Limit           Units
                        Max processes             %s                96023                processes
                        Max open files            %s                 1048576              files
                        Max locked memory         8388608              8388608              bytes
                        """, processes, files));
    }

    private Finding finding(String check) {
        return new MachineChecks(places)
                .all().stream()
                        .filter(finding -> finding.check().equals(check))
                        .findFirst()
                        .orElseThrow();
    }
}
