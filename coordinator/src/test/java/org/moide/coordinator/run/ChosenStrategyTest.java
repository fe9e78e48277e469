package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.coordinator.plan.ApplicationPlan;
import org.moide.coordinator.plan.Applications;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.StrategyChoice;
import org.moide.coordinator.run.session.LoadedApplication;
import org.moide.engine.Arguments;

class ChosenStrategyTest {
    private final LoadedApplication workers = loaded(Applications.Workers.class);
    private final LoadedApplication threads = loaded(Applications.Good.class);

    @TempDir
    Path folder;

    @Test
    void shouldBalanceWorkersByOneForWorkersAndTasksByTheirDefault() {
        assertThat(chosen(null, null, workers))
                .isEqualTo(new ChosenStrategy(StrategySpec.of(Strategies.DEFAULT), StrategySpec.of("greedy")));
        assertThat(chosen("gossip", null, workers))
                .isEqualTo(new ChosenStrategy(StrategySpec.of(Strategies.DEFAULT), StrategySpec.of("gossip")));
        assertThat(chosen("guided", null, threads)).isEqualTo(new ChosenStrategy(StrategySpec.of("guided"), null));
    }

    @Test
    void shouldReadParametersForWorkers() throws IOException {
        Path file = Files.writeString(folder.resolve("s.properties"), "\nwaitRepeat = 0.2\n");
        StrategySpec spec = chosen("receiver", file, workers).workers();
        assertThat(spec.settings().get("waitRepeat").value()).isEqualTo("0.2");
        assertThatThrownBy(() -> chosen("none", file, workers))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("--strategy: strategy none has no parameter \"waitRepeat\"")
                .hasMessageContaining("line 2");
    }

    @Test
    void shouldSayWhichNamesThereAreForTheKindOfApplication() {
        assertThatThrownBy(() -> chosen("tdc", null, workers))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith("--strategy: there is no strategy for workers \"tdc\"")
                .hasMessageContaining("gossip, greedy, none, receiver, rotate, sender")
                .hasMessageEndingWith("; tdc is for tasks");
        assertThatThrownBy(() -> chosen("rotate", null, threads))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith("--strategy: there is no strategy \"rotate\"")
                .hasMessageContaining("stealing")
                .hasMessageEndingWith("; rotate is for applications of workers");
        assertThatThrownBy(() -> chosen("recever", null, workers))
                .hasMessageContaining("did you mean receiver?")
                .message()
                .doesNotContain("is for");
    }

    @Test
    void shouldTakeAnApplicationsOwnStrategyUnlessTheUserNamesOne() {
        LoadedApplication own = loaded(Applications.WithStrategy.class);
        assertThat(chosen(null, null, own).tasks()).isEqualTo(StrategySpec.of("S1"));
        assertThat(chosen("guided", null, own).tasks()).isEqualTo(StrategySpec.of("guided"));
        assertThat(chosen(null, null, threads).tasks()).isEqualTo(StrategySpec.of(Strategies.DEFAULT));
        assertThatThrownBy(() -> chosen(null, null, loaded(Applications.WithUnknownStrategy.class)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("WithUnknownStrategy.strategy(): there is no strategy \"rotate\"");
        assertThat(chosen("guided", null, loaded(Applications.WithUnknownStrategy.class))
                        .tasks())
                .isEqualTo(StrategySpec.of("guided"));
    }

    private static ChosenStrategy chosen(@Nullable String name, @Nullable Path file, LoadedApplication application) {
        ChosenStrategy chosen = ChosenStrategy.of(new StrategyChoice(name, file), application);
        chosen.check(application, List.of());
        return chosen;
    }

    private static LoadedApplication loaded(Class<?> application) {
        return LoadedApplication.of(
                new ApplicationPlan(application.getName(), application.getName(), List.of(), Arguments.of()));
    }
}
