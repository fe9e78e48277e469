package org.moide.coordinator.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.Strategy;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.worker.strategy.WorkerStrategies;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.StrategyChoice;
import org.moide.coordinator.run.session.LoadedApplication;
import org.moide.coordinator.selection.Assignment;
import org.moide.engine.Application;
import org.moide.engine.WorkerApplication;

/**
 * The strategy that the user chose. An error in the choice is reported before anything starts, or at the latest when
 * the run's engines are known.
 *
 * @param tasks the strategy for tasks; the default strategy in an application of workers
 * @param workers the strategy for workers; null if the application has none
 */
record ChosenStrategy(StrategySpec tasks, @Nullable StrategySpec workers) {
    /**
     * Returns the strategy that the user named, with the settings in its file if there is one.
     *
     * @throws PlanException if the file cannot be read, or has a setting that no strategy has
     */
    static ChosenStrategy of(StrategyChoice choice, LoadedApplication application) {
        return application.program() instanceof WorkerApplication
                ? new ChosenStrategy(StrategySpec.of(Strategies.DEFAULT), spec(choice, () -> WorkerStrategies.DEFAULT))
                : new ChosenStrategy(spec(choice, () -> usual(application)), null);
    }

    /**
     * Returns the strategy's name if the user gives none: the application's own if it has one.
     *
     * @throws PlanException if there is no such strategy
     */
    private static String usual(LoadedApplication application) {
        String own = application.program() instanceof Application threads ? threads.strategy() : "";
        if (own.isEmpty()) {
            return Strategies.DEFAULT;
        }
        try {
            Strategies.make(
                    StrategySpec.of(own), Membership.ROOT, new SystemRandomness().generator(), application.classes());
        } catch (IllegalArgumentException wrong) {
            throw new PlanException(application.program().getClass().getName() + ".strategy(): " + wrong.getMessage());
        }
        return own;
    }

    private static StrategySpec spec(StrategyChoice choice, Supplier<String> usual) {
        String name = choice.name() == null ? usual.get() : choice.name();
        Path file = choice.file();
        if (file == null) {
            return StrategySpec.of(name);
        }
        try {
            return StrategySpec.read(name, file);
        } catch (IOException unreadable) {
            throw new PlanException("--strategy-file: cannot read " + file.toAbsolutePath() + ": "
                    + FileTrouble.whenReading(unreadable));
        } catch (IllegalArgumentException malformed) {
            throw new PlanException("--strategy-file: " + malformed.getMessage());
        }
    }

    /** Returns the strategy's name and settings for the user. */
    String words() {
        StrategySpec chosen = workers == null ? tasks : workers;
        String set = new TreeMap<>(chosen.settings())
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue().value())
                        .collect(Collectors.joining(", "));
        return set.isEmpty() ? chosen.name() : chosen.name() + " with " + set;
    }

    /**
     * Checks that the strategy can be created: with its settings alone, and for these engines if they are given.
     *
     * @param engines the engines of the run; empty if they are not known yet
     */
    void check(LoadedApplication application, List<Assignment> engines) {
        try {
            RandomGenerator chance = new SystemRandomness().generator();
            if (workers != null) {
                WorkerStrategies.make(workers, 0, chance, application.classes());
            }
            Strategy root = Strategies.make(tasks, Membership.ROOT, chance, application.classes());
            if (!engines.isEmpty()) {
                root.requireMembers(members(engines));
            }
        } catch (IllegalArgumentException wrong) {
            throw new PlanException("--strategy: " + wrong.getMessage() + ofTheOtherKind());
        }
    }

    /**
     * Returns a hint for the user if a strategy of that name exists for another kind of application; otherwise an empty
     * text.
     */
    private String ofTheOtherKind() {
        if (workers == null) {
            return WorkerStrategies.names().contains(tasks.name())
                    ? "; " + tasks.name() + " is for applications of workers"
                    : "";
        }
        return Strategies.names().contains(workers.name()) ? "; " + workers.name() + " is for tasks" : "";
    }

    private static Membership members(List<Assignment> assignments) {
        return Membership.of(assignments.stream()
                .map(engine -> new Membership.Member(engine.engine(), 1, engine.performance(), engine.threads()))
                .toList());
    }
}
