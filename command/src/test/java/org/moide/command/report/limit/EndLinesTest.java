package org.moide.command.report.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.command.report.WholeReport;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;

class EndLinesTest {
    @Test
    void shouldSayTimeRateEfficiencyAndWhatLimitedTheRun() {
        RunReport.Loans loans =
                new RunReport.Loans(3, 3, 0, 1, new RunReport.TaskCounts(10, 5_990, 5_999, 12, 1, List.of()));
        List<String> lines = EndLines.of(report(2, 1.5, 0.5, RunReport.Messages.none(), loans));

        assertThat(lines.get(0))
                .isEqualTo(
                        "2.00 s on 1 thread of 1 engine; 5,999 tasks, 3,000 a second, 12 run again after a loss, 1 failed"
                                + " and left out");
        assertThat(lines.get(1))
                .startsWith("efficiency 75.0% (load balance 100.0% x communication 75.0%); what limited it: ");
        assertThat(lines).hasSize(2);
    }

    @Test
    void shouldSayNoPartsAndNoRateOfAShortRun() {
        RunReport.Messages messages = new RunReport.Messages(0, 12, 1 << 20, 0, List.of());

        assertThat(EndLines.of(report(0.0123, 0.01, 0.0023, messages, RunReport.Loans.none())))
                .containsExactly("12.3 ms on 1 thread of 1 engine; 12 messages between engines (1.0 MiB)");
    }

    @Test
    void shouldSayWhatHappenedToTheEngines() {
        List<String> lines = EndLines.of(WholeReport.report());

        assertThat(lines.get(0))
                .isEqualTo("1.50 s on 1 thread of 2 engines; 12,000 tasks, 8,000 a second, 2 moves of workers");
        assertThat(lines.get(2)).isEqualTo("loss at 0.50 s, took 0.13 s: its host is gone");
    }

    @Test
    void shouldSayWhatWasAdvisedUnlessSomebodyHasDoneIt() {
        RunStatus.Advice advice = new RunStatus.Advice(
                "replace",
                "others have used 60% of b for 12 s, and c is idle",
                "moide replace 4k2 --engine 1 --hosts c:7100",
                83,
                600,
                240);
        String line = "replace was advised at 83.00 s, to save some 4 min: others have used 60% of b for 12 s, and c"
                + " is idle; --replace-slow does it without being asked";

        assertThat(EndLines.of(advised(advice, List.of()))).contains(line);
        assertThat(EndLines.of(advised(advice, List.of(change("replace", 40), change("expand", 90)))))
                .as("changes before it, and of another kind")
                .contains(line);
        assertThat(EndLines.of(advised(advice, List.of(change("replace", 90)))))
                .noneMatch(other -> other.contains("was advised"));
    }

    private static RunReport.Reconfiguration change(String kind, double atSeconds) {
        return new RunReport.Reconfiguration(kind, "", atSeconds, 1);
    }

    private static RunReport advised(RunStatus.Advice advice, List<RunReport.Reconfiguration> changes) {
        return new RunReport(
                RunOrigin.UNKNOWN,
                "x",
                List.of(),
                Map.of(),
                700,
                List.of(new RunReport.EngineTimes(0, "h", 1, List.of())),
                RunReport.Messages.none(),
                RunReport.Loans.none(),
                null,
                changes,
                List.of(),
                List.of(advice));
    }

    @Test
    void shouldSayHowLongThreadsHadAProcessorWhereThatIsKnown() {
        RunReport.ThreadTimes thread =
                new RunReport.ThreadTimes(0, 1.5, 0, 0.5, 0, 0, 0, 0, Map.of("receive", 0.5), 1.25, 0.25);
        RunReport report = new RunReport(
                "x",
                List.of(),
                Map.of(),
                2,
                List.of(new RunReport.EngineTimes(0, "h", 1, List.of(thread))),
                RunReport.Messages.none(),
                RunReport.Loans.none(),
                List.of());

        assertThat(EndLines.of(report).get(1))
                .startsWith("efficiency 75.0% (load balance 100.0% x communication 75.0%), on a processor 62.5%; what"
                        + " limited it: ");
    }

    private static RunReport report(
            double wall, double compute, double wait, RunReport.Messages messages, RunReport.Loans loans) {
        RunReport.ThreadTimes thread =
                new RunReport.ThreadTimes(0, compute, 0, wait, 0, 0, 0, 0, Map.of("receive", wait));
        return new RunReport(
                "x",
                List.of(),
                Map.of(),
                wall,
                List.of(new RunReport.EngineTimes(0, "h", 1, List.of(thread))),
                messages,
                loans,
                List.of());
    }
}
