package org.moide.command.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.TestRun;
import org.moide.coordinator.workers.HandledWorkers;
import org.moide.engine.Directives;

class WorkerSchemaTest {
    @Test
    void shouldTellOfEnginesOnlyWhatTheSchemaDescribes() throws Exception {
        HandledWorkers application = new HandledWorkers(
                4,
                Directives.NONE,
                (task, context) -> context.ask(1, 1, Integer.class).get());
        TestRun run = TestRun.of(() -> application, 1, 2).workers("rotate");

        RunReport report = run.report(run.run());

        assertThat(report.workers()).isNotNull();
        assertThat(report.messages().rmi()).isPositive();
        assertThat(RunSchema.problems(RunJson.text(report))).isEmpty();
    }
}
