package org.moide.command.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;

class ComparisonTest {
    @Test
    void shouldShowWhatDiffersWithRatios() {
        Comparison comparison = Comparison.of(run("S", 4, 3, "greedy", 17.5), run("S", 2, 1.5, "stealing", 17.5));

        assertThat(comparison.obstacles()).isEmpty();
        assertThat(String.join("\n", ComparisonText.lines(comparison, "a.json", "b.json")))
                .isEqualTo("""
                        first:  a.json
                        second: b.json
                                                   first  second  second / first
                        time                      4.00 s  2.00 s            0.50
                        engines                        1       1            1.00
                        threads                        1       1            1.00
                        power                       2.00    2.00            1.00
                        compute                   3.00 s  1.50 s            0.50
                        wait                      0.25 s  0.25 s            1.00
                        begin and end             0.75 s  0.75 s            1.00
                        parallel efficiency        75.0%   60.0%            0.80
                        load balance              100.0%  100.0%            1.00
                        communication efficiency   75.0%   60.0%            0.80
                        speed-up by power           0.75    0.60            0.80
                        messages between engines       8       8            1.00

                        What was different:
                                         first   second
                        balanced by      greedy  stealing
                        option strategy  greedy  stealing""");
    }

    @Test
    void shouldSayPlainlyWhenTheyRanSomethingElse() {
        Comparison comparison = Comparison.of(run("S", 4, 3, "greedy", 17.5), run("A", 2, 1.5, "greedy", 18.5));

        assertThat(ComparisonText.lines(comparison, "a", "b"))
                .startsWith("not comparable: they had different arguments: '--class S' and '--class A'")
                .endsWith("Results that differ:", "      first  second", "zeta  17.5   18.5");
    }

    @Test
    void shouldShowWhereTextsDifferThatLookAlike() {
        String path = "/home/somebody/a/folder/whose/name/is/longer/than/a/cell/";
        Comparison comparison = new Comparison(
                List.of(),
                List.of(
                        new Comparison.Setting("files", path + "first", path + "second"),
                        new Comparison.Setting("space", "a", "a "),
                        new Comparison.Setting("dash", "-", "")),
                List.of(),
                List.of());
        assertThat(ComparisonText.lines(comparison, "a", "b"))
                .contains(
                        "files  ...an/a/cell/first  ...an/a/cell/second",
                        "space  'a'                 'a '",
                        "dash   '-'                 (nothing)");
    }

    @Test
    void shouldTellProgramsTheSame() {
        JsonObject json = JsonParser.parseString(ComparisonText.json(
                        Comparison.of(run("S", 4, 3, "greedy", 17.5), run("S", 2, 1.5, "greedy", 17.5)), "a", "b"))
                .getAsJsonObject();

        assertThat(json.get("comparable").getAsBoolean()).isTrue();
        assertThat(json.getAsJsonArray("figures").get(0).toString())
                .isEqualTo("{\"name\":\"time\",\"unit\":\"seconds\",\"first\":4.0,\"second\":2.0,\"ratio\":0.5}");
        assertThat(json.getAsJsonArray("settings")).isEmpty();
    }

    private static RunReport run(String size, double wall, double compute, String strategy, double zeta) {
        RunReport.ThreadTimes thread =
                new RunReport.ThreadTimes(0, compute, 0, 1, 0, 0, 0, 0, Map.of("receive", 0.25, "beginAndEnd", 0.75));
        return new RunReport(
                new RunOrigin(
                        "r", Instant.EPOCH, "0.1", "25", strategy, 7, Map.of("strategy", strategy, "output", size)),
                "cg",
                List.of("--class", size),
                Map.of("zeta", zeta),
                wall,
                List.of(new RunReport.EngineTimes(0, "h", 2, List.of(thread))),
                new RunReport.Messages(0, 8, 0, 0, List.of()),
                RunReport.Loans.none(),
                null,
                List.of(),
                List.of(),
                List.of());
    }
}
