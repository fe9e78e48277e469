package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashReportTest {
    private static final List<String> REPORT = List.of(
            "#",
            "# A fatal error has been detected by the Java Runtime Environment:",
            "#",
            "#  SIGSEGV (0xb) at pc=0x00007ff18923632d, pid=352, tid=493",
            "#",
            "# JRE version: OpenJDK Runtime Environment",
            "# Problematic frame:",
            "# V  [libjvm.so+0x123632d]  Unsafe_PutLong+0xad",
            "#",
            "",
            "---------------  S U M M A R Y ------------");

    private static final List<String> NO_MEMORY = List.of(
            "#",
            "# There is insufficient memory for the Java Runtime Environment to continue.",
            "# Native memory allocation (mmap) failed to map 16384 bytes. Error detail: committing",
            "# An error report file");

    private final CrashReport report = new CrashReport();

    private List<String> told(List<String> lines) {
        return lines.stream().flatMap(line -> report.take(line).stream()).toList();
    }

    @Test
    void shouldSayInALineWhatAThousandSay(@TempDir Path folder) throws IOException {
        assertThat(report.take("before")).containsExactly("before");
        assertThat(told(REPORT)).isEmpty();
        assertThat(report.summary()).isEqualTo("SIGSEGV (0xb) in V [libjvm.so+0x123632d] Unsafe_PutLong+0xad");
        Path file = report.keep(folder.resolve("crashes"), 352);
        assertThat(Files.readAllLines(file)).isEqualTo(REPORT);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void shouldKnowOneThatBeginsBehindALineThatWasNotEnded() {
        assertThat(report.take("half a line#")).containsExactly("half a line#");
        assertThat(told(REPORT.subList(1, REPORT.size()))).isEmpty();
        assertThat(report.summary()).isEqualTo("SIGSEGV (0xb) in V [libjvm.so+0x123632d] Unsafe_PutLong+0xad");
    }

    @Test
    void shouldSayWhichMemoryWasShort() {
        assertThat(told(NO_MEMORY.subList(0, 3))).isEmpty();
        assertThat(report.summary())
                .isEqualTo("Native memory allocation (mmap) failed to map 16384 bytes. Error detail: committing");
    }

    @Test
    void shouldTellWhatOnlyLooksLikeIt() {
        List<String> notes = List.of("# notes", "#", "# none", "#", "#");
        assertThat(told(notes)).containsExactlyElementsOf(notes);
        assertThat(report.summary()).isNull();
        assertThat(told(REPORT)).isEmpty();
        assertThat(report.rest()).isEqualTo(REPORT);
        assertThat(report.summary()).isNull();
    }

    @Test
    void shouldTellWhatIsTooLong() {
        told(REPORT);
        for (int line = REPORT.size(); line < CrashReport.MOST_LINES; line++) {
            assertThat(report.take("more")).isEmpty();
        }
        assertThat(report.take("last")).hasSize(CrashReport.MOST_LINES + 1).endsWith("last");
        assertThat(report.take("from now on")).containsExactly("from now on");
    }

    @Test
    void shouldKeepTheLastFewOnly(@TempDir Path folder) throws IOException {
        told(REPORT);
        for (int process = 1; process <= 7; process++) {
            Files.setLastModifiedTime(report.keep(folder, process), FileTime.fromMillis(1_000L * process));
        }
        assertThat(folder.toFile().list())
                .containsExactlyInAnyOrder("crash-3.txt", "crash-4.txt", "crash-5.txt", "crash-6.txt", "crash-7.txt");
    }
}
