package org.moide.command.report;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.balance.data.DataTotals;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.WorkersReport;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.SharedRun;
import org.moide.engine.control.DataStatistics;
import org.moide.engine.host.RunOwner;

/** A report with a value in every field. */
public final class WholeReport {
    private static final DataTotals DATA = new DataTotals(10, 4_096, 2, 512, 7, 3, 2_048, 100, 50);

    private WholeReport() {}

    /** Returns a report in which every field has a value. */
    public static RunReport report() {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("zeta", 8.5971775078648);
        result.put("verification", "successful");
        result.put("checked", true);
        result.put("steps", Long.MAX_VALUE);
        result.put("residual", Float.NaN);
        result.put("residuals", new double[] {1e-13, Double.NaN, Double.NEGATIVE_INFINITY});
        RunReport.ThreadTimes times = new RunReport.ThreadTimes(
                0, 1, 0.25, 0.5, 0, 0, 0, 12, Map.of("receive", 0.25, "beginAndEnd", 0.25), 0.75, 0.125);
        return new RunReport(
                new RunOrigin(
                        "4k2",
                        Instant.parse("2026-01-02T03:04:05.678Z"),
                        "0.1.0",
                        "25.0.1",
                        "greedy",
                        Long.MIN_VALUE,
                        Map.of("engines on", "this JVM")),
                "cg",
                List.of("--class", "S"),
                result,
                1.5,
                List.of(
                        new RunReport.EngineTimes(0, "h", 1.5, List.of(times)),
                        new RunReport.EngineTimes(
                                1,
                                "h2",
                                new RunReport.EngineTimes.Place("h2:7101", List.of("h2:40123", "10.0.0.2:40123")),
                                Double.NaN,
                                List.of(),
                                0,
                                new RunReport.Joined(0.5, Double.NaN, 0.5, 0.25),
                                new DataStatistics(DATA, 3, 2_048, 1, 2, 3, 7),
                                0.25,
                                1.75,
                                List.of(new RunReport.Pace(0.5, 3, 0), new RunReport.Pace(1, 12, 0.125)))),
                new RunReport.Messages(7, 8, 1 << 20, 9, List.of(new RunReport.Traffic(0, 1, 7, 56, 0.5))),
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
                                List.of(new RunReport.FailedTask("t", "e", List.of("engine-0")))),
                        DATA),
                new WorkersReport(
                        List.of(new WorkersReport.EngineWorkers(0, 60, 12_000, 500, 3, 2, 2, 3_072, 0.001)),
                        List.of(new WorkersReport.Move(7, 0, 1, "receiver", 2_048, 0.001, 1.5)),
                        List.of(new WorkersReport.Activity(0, List.of(new WorkersReport.Sample(1, 100, 2))))),
                List.of(new RunReport.Reconfiguration("loss", "its host is gone", 0.5, 0.125)),
                List.of(new RunReport.SharedHost(
                        "h2",
                        14,
                        true,
                        List.of(
                                new SharedRun(
                                        new HostedRun(
                                                "62ru",
                                                1,
                                                7,
                                                new RunOwner("anna", "laptop"),
                                                Instant.parse("2026-01-02T03:00:00Z")),
                                        null),
                                new SharedRun(
                                        new HostedRun(
                                                "7xk", 2, 3, RunOwner.UNKNOWN, Instant.parse("2026-01-02T02:00:00Z")),
                                        Instant.parse("2026-01-02T03:04:06Z"))))),
                List.of(new RunStatus.Advice(
                        "replace",
                        "others have used 60% of h2 for 12 s, and h3 is idle",
                        "moide replace 4k2 --engine 1 --hosts h3:7100",
                        0.25,
                        600,
                        240)));
    }
}
