package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.moide.command.history.KeptReport;
import org.moide.command.report.RunJson;
import org.moide.command.report.RunSchema;
import org.moide.command.report.WholeReport;
import org.moide.coordinator.control.KeptRun;

class EndedRunsTest extends CommandRig {
    @Test
    void shouldShowRunsThatHaveEnded() throws IOException {
        assertThat(moide("history")).isZero();
        assertThat(err.toString(UTF_8)).contains("no run has ended yet, or none was kept, on this machine");
        assertThat(moide("history", "4k2")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("expected a run that has ended, called 4k2, found none in ");
        assertThat(moide("history", "--html", folder.resolve("r.html").toString()))
                .isEqualTo(2);

        KeptRun head = new KeptRun("4k2", Instant.EPOCH, "done", "cg --class S", 1.5, 2, 1, 0.5);
        actions.history.keep(new KeptReport(head, WholeReport.report(), List.of()));

        assertThat(moide("history")).isZero();
        assertThat(out.toString(UTF_8)).contains("4k2  1970-01-01", "50.0%", "cg --class S");
        assertThat(moide("history", "4", "--html", folder.resolve("r.html").toString()))
                .isZero();
        assertThat(folder.resolve("r.html")).content().contains("run 4k2, ended", "8.5971775078648");
        out.reset();
        assertThat(moide("history", "last", "--json")).isZero();
        assertThat(RunSchema.problems(out.toString(UTF_8))).isEmpty();
    }

    @Test
    void shouldTraceARunAndReadTheTrace() throws IOException {
        assertThat(moide("run", "cg")).isZero();
        assertThat(actions.plan().tasks().traced()).isFalse();
        assertThat(moide("run", "--trace", folder.resolve("t.json").toString(), "cg"))
                .isZero();
        assertThat(actions.plan().tasks().traced()).isTrue();
        assertThat(actions.plan().output().written().trace()).isEqualTo(folder.resolve("t.json"));
        assertThat(moide("run", "--trace", folder.resolve("t.txt").toString(), "cg"))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--trace: expected a file name that ends in .json");

        Path file = folder.resolve("half.json");
        Files.writeString(
                file, "[\n{\"ph\":\"X\",\"pid\":0,\"tid\":1,\"cat\":\"wait\",\"ts\":1,\"dur\":2500000},\n{\"ph\":");
        assertThat(moide("trace", file.toString())).isZero();
        assertThat(out.toString(UTF_8)).contains("0/1                 1  2.50 s");
        assertThat(err.toString(UTF_8)).contains("moide trace: " + file + " is not whole: it has no end; shown is");
        assertThat(moide("trace", folder.resolve("none.json").toString())).isEqualTo(2);
        assertThat(moide("trace")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("expected one file, found 0: moide trace <file>");
    }

    @Test
    void shouldCompareTwoRuns() throws IOException {
        KeptRun head = new KeptRun("4k2", Instant.EPOCH, "done", "cg --class S", 1.5, 2, 1, 0.5);
        actions.history.keep(new KeptReport(head, WholeReport.report(), List.of()));
        Path file = folder.resolve("a.json");
        Files.writeString(file, RunJson.text(WholeReport.report()));

        assertThat(moide("compare", file.toString(), "4k2")).isZero();
        assertThat(out.toString(UTF_8))
                .contains("time ", "1.00")
                .doesNotContain("not comparable", "What was different");
        assertThat(moide("compare", file.toString())).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("expected two runs, found 1: moide compare <first> <second>");
        Path more = folder.resolve("more.json");
        Files.writeString(more, Files.readString(file).replaceFirst("\\{", "{\"mood\": 7,"));
        assertThat(moide("compare", file.toString(), more.toString())).isZero();
        assertThat(err.toString(UTF_8))
                .contains("moide compare: " + more + ": passed over mood, which no report of this version has");
        Path half = folder.resolve("half.json");
        Files.writeString(half, Files.readString(file).substring(0, 300));
        assertThat(moide("compare", file.toString(), half.toString())).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .contains("expected a report of 'moide run --report' in " + half + ", found something else: ");
        assertThat(moide("compare", file.toString(), folder.resolve("none.json").toString()))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("cannot read " + folder.resolve("none.json"));
    }

    @Test
    void shouldDrawWhereTheTimeOfRunsWent() throws IOException {
        Path file = folder.resolve("a.json");
        Files.writeString(file, RunJson.text(WholeReport.report()));
        Path picture = folder.resolve("parts.svg");

        assertThat(moide("compare", "--breakdown", picture.toString(), file.toString(), file.toString()))
                .isZero();
        assertThat(picture).content().contains("cg --class S", "1 thread<");
        assertThat(out.toString(UTF_8)).contains("1 thread of 2 engines  1.75 s   1.00 s");
        assertThat(moide("compare", "--per", "thread", "--breakdown", picture.toString(), file.toString()))
                .isZero();
        assertThat(picture).content().contains("a bar: a thread");

        assertThat(moide("compare", "--breakdown", picture.toString())).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--breakdown: expected 1 to 64 runs, found 0");
        assertThat(moide("compare", "--breakdown", picture.toString(), "--per", "host", file.toString()))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--per: expected run or thread, found host");
        assertThat(moide("compare", "--breakdown", folder.resolve("parts.pdf").toString(), file.toString()))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--breakdown: expected a file name that ends in .svg or .png");
        assertThat(moide("compare", "--per", "run", file.toString(), file.toString()))
                .isEqualTo(2);
    }

    @Test
    void shouldPrintTheSchemaAndKeepNoHistoryIfNobodyWantsOne() {
        assertThat(moide("schema")).isZero();
        assertThat(out.toString(UTF_8)).startsWith("{").contains("\"urn:moide:run:1\"");

        assertThat(moide("run", "cg")).isZero();
        assertThat(actions.plan().output().written().unkept()).isFalse();
        assertThat(moide("run", "--no-history", "cg")).isZero();
        assertThat(actions.plan().output().written().unkept()).isTrue();
        variables.put("MOIDE_HISTORY", "false");
        assertThat(moide("run", "cg")).isZero();
        assertThat(actions.plan().output().written().unkept()).isTrue();
    }
}
