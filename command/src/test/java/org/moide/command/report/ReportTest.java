package org.moide.command.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.balance.data.DataTotals;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.Selection;
import org.moide.coordinator.selection.Topology;
import org.moide.coordinator.text.Figures;
import org.moide.engine.control.DataStatistics;
import org.moide.monitor.HostMoment;
import org.moide.monitor.Pressure;

class ReportTest {
    private static final DataTotals DATA = new DataTotals(5, 4, 4_000, 2, 3_000, 1, 3_000, 100, 25);

    @TempDir
    Path folder;

    @Test
    void shouldWriteTheFieldsInTheirOrderWithAllDigits() {
        assertThat(RunJson.text(small())).isEqualTo("""
                        {
                          "schemaVersion": 1,
                          "run": "",
                          "startedAt": "1970-01-01T00:00:00Z",
                          "moide": "",
                          "java": "",
                          "strategy": "",
                          "seed": "0",
                          "options": {},
                          "application": "cg",
                          "arguments": [
                            "--class",
                            "S"
                          ],
                          "result": {
                            "zeta": 8.5971775078648,
                            "verification": "successful",
                            "checked": true,
                            "steps": 15,
                            "residuals": [
                              1.0E-13,
                              "NaN"
                            ]
                          },
                          "wallSeconds": 1.5,
                          "engines": [
                            {
                              "id": 0,
                              "host": "h<1>",
                              "addresses": [],
                              "power": 200.5,
                              "pauseSeconds": 0.25,
                              "processorSeconds": 1.75,
                              "threads": [
                                {
                                  "id": 0,
                                  "computeSeconds": 1.0,
                                  "communicateSeconds": 0.25,
                                  "waitSeconds": 0.0,
                                  "fetchSeconds": 0.0,
                                  "checkpointSeconds": 0.0,
                                  "migrateSeconds": 0.0,
                                  "wallSeconds": 1.25,
                                  "waits": {},
                                  "tasks": 12
                                },
                                {
                                  "id": 1,
                                  "computeSeconds": 0.5,
                                  "communicateSeconds": 0.25,
                                  "waitSeconds": 0.25,
                                  "fetchSeconds": 0.25,
                                  "checkpointSeconds": 0.0,
                                  "migrateSeconds": 0.0,
                                  "wallSeconds": 1.25,
                                  "waits": {},
                                  "tasks": 1234
                                }
                              ],
                              "data": {
                                "fetched": 4,
                                "fetchedBytes": 4000,
                                "fromRoot": 2,
                                "fromRootBytes": 3000,
                                "hits": 5,
                                "dropped": 1,
                                "mostBytes": 3000,
                                "hiddenShare": 0.75,
                                "given": 3,
                                "givenBytes": 2048,
                                "spilled": 0,
                                "spilledBytes": 0,
                                "readBack": 0,
                                "recomputed": 7
                              }
                            }
                          ],
                          "messages": {
                            "local": 7,
                            "rmi": 8,
                            "bytes": 1048576,
                            "collectives": 9,
                            "matrix": {
                              "messages": [
                                [
                                  7
                                ]
                              ],
                              "bytes": [
                                [
                                  56
                                ]
                              ],
                              "waitSeconds": [
                                [
                                  0.5
                                ]
                              ]
                            }
                          },
                          "loans": {
                            "made": 3,
                            "returned": 2,
                            "retaken": 1,
                            "betweenEngines": 1
                          },
                          "tasks": {
                            "put": 10,
                            "created": 5,
                            "counted": 14,
                            "runAgain": 2,
                            "secondCopies": {
                              "begun": 3,
                              "first": 1
                            },
                            "failed": 1,
                            "failures": [
                              {
                                "task": "task 7",
                                "error": "java.io.IOException: gone",
                                "tries": [
                                  "engine-0"
                                ]
                              }
                            ]
                          },
                          "data": {
                            "fetched": 4,
                            "fetchedBytes": 4000,
                            "fromRoot": 2,
                            "fromRootBytes": 3000,
                            "hits": 5,
                            "dropped": 1,
                            "mostBytes": 3000,
                            "hiddenShare": 0.75
                          },
                          "reconfigurations": [
                            {
                              "kind": "lost",
                              "why": "its host is gone",
                              "atSeconds": 0.5,
                              "tookSeconds": 0.125
                            }
                          ],
                          "sharedHosts": [],
                          "advice": []
                        }
                        """);
    }

    @Test
    void shouldReplaceAnOlderFileAsAWhole() throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), "old");

        RunJson.write(small(), file);

        JsonObject json = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        assertThat(json.getAsJsonObject("result").get("zeta").getAsDouble()).isEqualTo(8.5971775078648);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void shouldShowOnlyWhatWasDoneWithDataObjects() {
        DataTotals shared = new DataTotals(0, 2, 4_096, 2, 4_096, 0, 0, 0, 0);
        DataStatistics spilled = new DataStatistics(DataTotals.NONE, 0, 0, 3, 1_024, 2, 0);
        RunReport report = new RunReport(
                "x",
                List.of(),
                Map.of(),
                1,
                List.of(
                        new RunReport.EngineTimes(
                                0,
                                "h",
                                RunReport.EngineTimes.Place.UNKNOWN,
                                1,
                                List.of(),
                                -1,
                                null,
                                new DataStatistics(shared, 0, 0, 0, 0, 0, 0),
                                0,
                                Double.NaN,
                                List.of()),
                        new RunReport.EngineTimes(
                                1,
                                "h",
                                RunReport.EngineTimes.Place.UNKNOWN,
                                1,
                                List.of(),
                                -1,
                                null,
                                spilled,
                                0,
                                Double.NaN,
                                List.of())),
                RunReport.Messages.none(),
                new RunReport.Loans(0, 0, 0, 0, small().loans().tasks(), shared),
                List.of());

        assertThat(RunTable.times(report))
                .endsWith(
                        "data: 2 objects fetched (4.0 KiB), 0 found in place, 0 dropped for room",
                        "data of engine      fetched  from the root      to disk  from disk",
                        "0               2 (4.0 KiB)    2 (4.0 KiB)      0 (0 B)          0",
                        "1                   0 (0 B)        0 (0 B)  3 (1.0 KiB)          2");
    }

    @Test
    void shouldShowEveryThreadWhenThereAreFew() {
        assertThat(RunTable.results(small()))
                .containsExactly(
                        "zeta: 8.597177508",
                        "verification: successful",
                        "checked: true",
                        "steps: 15",
                        "residuals: 1.0E-13 NaN");
        assertThat(RunTable.times(small()))
                .containsExactly(
                        "engine  host  ID  compute  communicate   wait  fetch  tasks",
                        "0       h<1>   0    80.0%        20.0%   0.0%   0.0%     12",
                        "               1    40.0%        20.0%  20.0%  20.0%  1,234",
                        "2 threads on 1 engine in 1.50 s; load balance 0.75 (mean compute time / longest)",
                        "messages: 7 within engines, 8 between them (1.0 MiB)",
                        "garbage collection: 0.25 s on engine 0, 16.7% of the time, which stands as compute and wait above;"
                                + " --engine-memory gives it more room",
                        "tasks: 10 put + 5 created, 14 counted once, 2 run again after a loss, 3 begun"
                                + " once more by idle engines (1 done there first), 1 failed and left out; loans: 3 made"
                                + " (1 from engine to engine), 2 returned, 1 retaken",
                        "data: 4 objects fetched (3.9 KiB), 5 found in place, 1 dropped for room; 75.0% of the transfers'"
                                + " time was hidden behind computing",
                        "data of engine      fetched  from the root        given  in place  dropped  made again  most held  hidden",
                        "0               4 (3.9 KiB)    2 (2.9 KiB)  3 (2.0 KiB)         5        1           7    2.9 KiB   75.0%",
                        "lost at 0.50 s, took 0.13 s: its host is gone");
    }

    @Test
    void shouldShowEnginesWhenThreadsAreManyAndStayOnAScreen() {
        List<RunReport.EngineTimes> engines = new ArrayList<>();
        for (int engine = 0; engine < 100; engine++) {
            engines.add(new RunReport.EngineTimes(
                    engine,
                    "h" + engine,
                    1,
                    List.of(
                            new RunReport.ThreadTimes(2 * engine, 3, 1, 0, 0, 0, 0, 5, Map.of()),
                            new RunReport.ThreadTimes(2 * engine + 1, 3, 1, 0, 0, 0, 0, 5, Map.of()))));
        }
        RunReport report = new RunReport(
                "x",
                List.of(),
                Map.of("all", new int[41]),
                3700,
                engines,
                RunReport.Messages.none(),
                RunReport.Loans.none(),
                List.of());

        List<String> lines = RunTable.times(report);

        assertThat(lines).hasSizeLessThan(50);
        assertThat(lines.get(1)).matches("0 +h0 +2 +75.0% +25.0% +0.0% +10");
        assertThat(lines.get(41)).matches("all +60 engines not shown +200 +75.0% +25.0% +0.0% +1,000");
        assertThat(lines.get(42)).startsWith("200 threads on 100 engines in 1:01:40 h; load balance 1.00");
        assertThat(RunTable.results(report)).containsExactly("all: " + "0 ".repeat(40) + "... (41 in all)");
    }

    @Test
    void shouldSayWhatAnEngineHadOfTheTasksThatCameInMidRun() {
        RunReport.Joined joined = new RunReport.Joined(2.5, 0.04, 0.25, 1.0 / 3);
        RunReport report = new RunReport(
                "x",
                List.of(),
                Map.of(),
                5,
                List.of(
                        new RunReport.EngineTimes(0, "h", 1, List.of()),
                        new RunReport.EngineTimes(
                                1,
                                "h",
                                RunReport.EngineTimes.Place.UNKNOWN,
                                1,
                                List.of(),
                                -1,
                                joined,
                                DataStatistics.NONE,
                                0,
                                Double.NaN,
                                List.of())),
                RunReport.Messages.none(),
                RunReport.Loans.none(),
                List.of());
        assertThat(RunTable.times(report))
                .contains(
                        "engine-1 came at 2.50 s, had its first task 0.04 s later: 25.0% of the tasks since, with 33.3%"
                                + " of the power");
        assertThat(RunJson.text(report).lines().map(String::strip))
                .containsSubsequence(
                        "\"id\": 1,",
                        "\"joined\": {",
                        "\"readySeconds\": 2.5,",
                        "\"firstTaskSeconds\": 0.04,",
                        "\"taskShare\": 0.25,",
                        "\"powerShare\": 0.3333333333333333",
                        "\"threads\": []");
    }

    @Test
    void shouldShowWhoSentHowMuchToWhomWhenThereAreSeveralEngines() {
        List<RunReport.EngineTimes> engines = List.of(
                new RunReport.EngineTimes(0, "h", 1, List.of()), new RunReport.EngineTimes(1, "h", 1, List.of()));
        RunReport report = new RunReport(
                "x",
                List.of(),
                Map.of(),
                1,
                engines,
                new RunReport.Messages(
                        0,
                        1234,
                        2048,
                        0,
                        List.of(
                                new RunReport.Traffic(0, 1, 1234, 2048, 0.25),
                                new RunReport.Traffic(1, 0, 0, 0, 0.75))),
                RunReport.Loans.none(),
                List.of());

        assertThat(RunTable.traffic(report))
                .containsExactly(
                        "messages from  to engine 0      to engine 1",
                        "engine 0                 -  1,234 (2.0 KiB)",
                        "engine 1                 -                -");
        JsonObject matrix = JsonParser.parseString(RunJson.text(report))
                .getAsJsonObject()
                .getAsJsonObject("messages")
                .getAsJsonObject("matrix");
        assertThat(matrix.get("messages")).hasToString("[[0,1234],[0,0]]");
        assertThat(matrix.get("bytes")).hasToString("[[0,2048],[0,0]]");
        assertThat(matrix.get("waitSeconds")).hasToString("[[0,0.25],[0.75,0]]");
        assertThat(RunTable.traffic(small())).isEmpty();
    }

    @Test
    void shouldNotDivideByZeroWhenNobodyDidAnything() {
        RunReport report = new RunReport(
                "x",
                List.of(),
                Map.of(),
                0,
                List.of(new RunReport.EngineTimes(
                        0, "h", 1, List.of(new RunReport.ThreadTimes(0, 0, 0, 0, 0, 0, 0, 0, Map.of())))),
                RunReport.Messages.none(),
                RunReport.Loans.none(),
                List.of());

        assertThat(report.loadBalance()).isEqualTo(1);
        assertThat(RunTable.times(report).get(1)).matches("0 +h +0 +- +- +- +0");
    }

    @Test
    void shouldRefuseResultsThatNoReaderUnderstands() {
        assertThatThrownBy(() -> RunReport.mustBeReportable("x", Set.of()))
                .hasMessageStartingWith("result 'x': expected a String, a Boolean, a Number or an array of numbers");
        assertThatThrownBy(() -> RunReport.mustBeReportable("x", new char[0])).hasMessageContaining("char[]");
        assertThatThrownBy(() -> RunReport.mustBeReportable("x", new Integer[] {1, null}))
                .hasMessageContaining("found null");
        assertThatThrownBy(() -> new RunReport.ThreadTimes(3, -1, 0, 0, 0, 0, 0, 0, Map.of()))
                .hasMessage("computeSeconds of thread 3: expected 0 or more seconds, found -1.0");
    }

    @Test
    void shouldMapIdsToEngines() {
        List<Assignment> engines = Selection.select(
                new Candidate("this JVM", "h0", "h0", 4, 40, 1, 8L << 30, 0),
                List.of(new Candidate("h1:7100", "h1", "h1", 1, 10, 1, 4L << 30, 0)),
                0,
                0,
                0,
                Topology.NONE,
                false);

        assertThat(DisplayMap.lines(engines))
                .containsExactly(
                        "engine  host  daemon    IDs  threads   memory  power  share of work",
                        "0       h0    this JVM  0-3        4  5.6 GiB   40.0          80.0%",
                        "1       h1    h1:7100     4        1  2.8 GiB   10.0          20.0%",
                        "in all 5 compute threads on 2 engines");
    }

    /** Returns a host's past with these loads, one second after the other. */
    private static List<HostMoment> moments(double... loads) {
        return DoubleStream.of(loads)
                .mapToObj(load -> new HostMoment(1, load, 0, Double.NaN, 1, 0, 0, Pressure.NONE))
                .toList();
    }

    @Test
    void shouldShowHostsTheBestFirstAndThoseThatAreDownLast() {
        List<HostAnswer> answers = List.of(
                HostAnswer.usable("a:7100", new Candidate("a:7100", "a", "a", 2, 100, 2, 1L << 30, 0)),
                HostAnswer.unusable("b:7100", "does not answer"),
                HostAnswer.usable("c:7100", new Candidate("c:7100", "c", "c", 16, 1234.5, 1, 64L << 30, 0))
                        .having(moments(7, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 17, 16, 15, 16, 16)));

        assertThat(HostTable.lines(answers))
                .containsExactly(
                        "daemon  host  state  processors  free    memory  power  workload  performance  last minute  reason",
                        "c:7100  c     idle           16    16  64.0 GiB  1,235      1.00        1,235  \u2581\u2585\u2588",
                        "a:7100  a     busy            2     2   1.0 GiB    100      2.00         50.0               others' work: 1.0 a processor",
                        "b:7100        down                                                                          does not answer");
        assertThat(HostTable.problems(answers)).containsExactly("b:7100: does not answer");
    }

    @ParameterizedTest
    @CsvSource({
        "1.6E10, 16000000000",
        "9.745244078233244E8, 974524408",
        "22.712745482631, 22.71274548",
        "3.0, 3",
        "-0.5, -0.5",
        "100.0, 100",
        "123456.789, 123456.789",
        "0.1, 0.1",
        "2.0E-4, 0.0002",
        "8.437694987151E-15, 8.438E-15",
        "1.0E300, 1.0E300",
        "0.0, 0",
        "NaN, NaN",
        "-Infinity, -Infinity"
    })
    void shouldShowResultsInDigitsThatMeanSomething(double value, String shown) {
        assertThat(Figures.result(value)).isEqualTo(shown);
    }

    @Test
    void shouldShowWholeNumbersAndWordsAsTheyAre() {
        assertThat(Figures.result(12345678901234567L)).isEqualTo("12345678901234567");
        assertThat(Figures.result(0.1f)).isEqualTo("0.1");
        assertThat(Figures.result("1.60")).isEqualTo("1.60");
    }

    @Test
    void shouldMeasureBalanceAgainstTheLongest() {
        assertThat(small().loadBalance()).isCloseTo(0.75, within(1e-12));
    }

    private static RunReport small() {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("zeta", 8.5971775078648);
        result.put("verification", "successful");
        result.put("checked", true);
        result.put("steps", 15);
        result.put("residuals", new double[] {1e-13, Double.NaN});
        return new RunReport(
                "cg",
                List.of("--class", "S"),
                result,
                1.5,
                List.of(new RunReport.EngineTimes(
                        0,
                        "h<1>",
                        RunReport.EngineTimes.Place.UNKNOWN,
                        200.5,
                        List.of(
                                new RunReport.ThreadTimes(0, 1, 0.25, 0, 0, 0, 0, 12, Map.of()),
                                new RunReport.ThreadTimes(1, 0.5, 0.25, 0.25, 0.25, 0, 0, 1234, Map.of())),
                        -1,
                        null,
                        new DataStatistics(DATA, 3, 2_048, 0, 0, 0, 7),
                        0.25,
                        1.75,
                        List.of())),
                new RunReport.Messages(7, 8, 1 << 20, 9, List.of(new RunReport.Traffic(0, 0, 7, 56, 0.5))),
                new RunReport.Loans(
                        3,
                        2,
                        1,
                        1,
                        new RunReport.TaskCounts(
                                10,
                                5,
                                14,
                                2,
                                new RunReport.SecondCopies(3, 1),
                                1,
                                List.of(new RunReport.FailedTask(
                                        "task 7", "java.io.IOException: gone", List.of("engine-0")))),
                        DATA),
                List.of(new RunReport.Reconfiguration("lost", "its host is gone", 0.5, 0.125)));
    }
}
