package org.moide.command.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.command.report.RunJson;
import org.moide.command.report.WholeReport;
import org.moide.command.report.html.Note;
import org.moide.coordinator.control.KeptRun;

class RunHistoryTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path home;

    private static KeptReport run(String id, int second) {
        KeptRun head = new KeptRun(id, START.plusSeconds(second), "done", "cg --class S", 1.5, 2, 1, Double.NaN);
        return new KeptReport(head, WholeReport.report(), List.of(new Note(0.5, "engine-1 is lost")));
    }

    @Test
    void shouldGiveBackWhatItKept() throws IOException {
        RunHistory history = new RunHistory(home.resolve("history"));
        history.keep(run("4k2", 1));
        history.keep(run("5k2", 2));

        assertThat(history.all()).extracting(KeptRun::id).containsExactly("5k2", "4k2");
        KeptReport found = history.find("4");
        assertThat(found.head()).isEqualTo(run("4k2", 1).head());
        assertThat(found.notes()).isEqualTo(run("4k2", 1).notes());
        assertThat(RunJson.text(found.report())).isEqualTo(RunJson.text(WholeReport.report()));
        assertThat(history.find("last").head().id()).isEqualTo("5k2");
        assertThat(HistoryList.lines(history.all(), Map.of()).get(1)).contains("5k2", "1.50 s", "done", "cg --class S");
        assertThat(HistoryList.lines(history.all(), Map.of("5k2", "node1:7100")))
                .anySatisfy(line -> assertThat(line).contains("5k2").contains("node1:7100"))
                .first()
                .asString()
                .contains("kept on");
        try (Stream<Path> files = Files.list(home.resolve("history"))) {
            assertThat(files)
                    .hasSize(2)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void shouldKeepTheLastOnesOnly() throws IOException {
        Path folder = home.resolve("history");
        RunHistory history = new RunHistory(folder);
        for (int i = 0; i <= RunHistory.KEPT + 25; i++) {
            history.keep(run("r" + i, i));
            Files.setLastModifiedTime(folder.resolve("r" + i + ".json"), FileTime.from(START.plusSeconds(i)));
        }

        assertThat(history.all()).hasSize(RunHistory.KEPT);
        assertThat(history.all().get(0).id()).isEqualTo("r" + (RunHistory.KEPT + 25));
        assertThat(folder.resolve("r0.json")).doesNotExist();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.count()).isLessThanOrEqualTo(RunHistory.KEPT + 21);
        }
    }

    @Test
    void shouldSayWhatItCannotFindOrRead() throws IOException {
        Path folder = home.resolve("history");
        RunHistory history = new RunHistory(folder);
        assertThat(history.all()).isEmpty();
        assertThatThrownBy(() -> history.find("4k2"))
                .hasMessage("expected a run that has ended, called 4k2, found none in " + folder
                        + "; 'moide history' shows all");
        history.keep(run("4k2", 1));
        history.keep(run("4k3", 2));
        assertThatThrownBy(() -> history.find("4"))
                .hasMessage("expected the ID of one run, found '4', with which 2 begin: 4k3 4k2");

        String text = Files.readString(folder.resolve("4k2.json"));
        Files.writeString(folder.resolve("4k2.json"), text.substring(0, text.length() / 2));
        Files.writeString(folder.resolve("4k3.json"), "nothing of the kind");

        assertThat(history.all()).extracting(KeptRun::id).containsExactly("4k2");
        assertThatThrownBy(() -> history.find("4k2"))
                .hasMessage("expected a run that 'moide run' kept in " + folder.resolve("4k2.json")
                        + ", found something else");
        assertThatThrownBy(() -> history.find("4k3"))
                .hasMessage("expected a run that 'moide run' kept in " + folder.resolve("4k3.json")
                        + ", found something else");
    }
}
