package org.moide.coordinator.run.session;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.Applications;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.CommProfile;
import org.moide.coordinator.plan.EngineSettings;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.StrategyChoice;
import org.moide.engine.Application.Mode;
import org.moide.engine.Arguments;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.HandlingSettings;
import org.moide.engine.control.TaskSettings;

/** Whether options that are for another kind of application are refused. */
class LoadedApplicationTest {
    private static final TaskSettings VERIFIED = TaskSettings.DEFAULT.with(new HandlingSettings(1, true));

    private static void check(Class<?> type, @Nullable Mode mode, TaskSettings tasks) {
        ApplicationPlan application = new ApplicationPlan("test", type.getName(), List.of(), Arguments.of());
        RunPlan plan = new RunPlan(
                application,
                Placement.alone(),
                Assistance.NONE,
                EngineSettings.measured(),
                mode,
                StrategyChoice.usual(),
                tasks,
                CommProfile.usual(),
                List.of(),
                NetworkSettings.usual(),
                OutputSettings.usual());
        LoadedApplication.of(application).check(plan);
    }

    @Test
    void shouldVerifyTasksOfWorkersOnly() {
        assertThatThrownBy(() -> check(Applications.Good.class, null, VERIFIED))
                .isInstanceOf(PlanException.class)
                .hasMessage(
                        "--verify-tasks: expected an application of workers, found Good, an application of threads");
        assertThatCode(() -> check(Applications.Workers.class, null, VERIFIED)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseWorkersAnObjectForEachThread() {
        assertThatThrownBy(() -> check(Applications.Workers.class, Mode.INDEPENDENT, TaskSettings.DEFAULT))
                .isInstanceOf(PlanException.class)
                .hasMessage("--mode: expected cooperative for an application of workers, of which an engine has one"
                        + " object, found independent");
        assertThatCode(() -> check(Applications.Workers.class, Mode.COOPERATIVE, TaskSettings.DEFAULT))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(Applications.Good.class, Mode.INDEPENDENT, TaskSettings.DEFAULT))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseToGoOnWithoutTasksOfWorkers() {
        TaskSettings tolerant =
                new TaskSettings(Discipline.DEFAULT, new FailurePolicy(1, 2), DataSettings.DEFAULT, false);
        assertThatThrownBy(() -> check(Applications.Workers.class, null, tolerant))
                .isInstanceOf(PlanException.class)
                .hasMessage("--task-failures: expected a bag of tasks, found Workers, an application of workers, whose"
                        + " tasks cannot be left out");
    }
}
