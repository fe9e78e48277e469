package org.moide.command;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.balance.simulation.Platform;
import org.moide.balance.simulation.Simulation;
import org.moide.balance.simulation.SimulationOutcome;
import org.moide.balance.simulation.SimulationPlan;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.worker.strategy.WorkerStrategies;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.Workload;
import org.moide.command.report.measured.SimulationTable;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.ProgramKind;
import picocli.CommandLine.Model.CommandSpec;

/** A simulator of strategies on one workload of any kind, for {@code simulate} and {@code advise}. */
record Simulator(Workload workload, Platform platform, SimulationOptions options) {
    /** The name of a strategy that is used only in tests and never recommended. */
    private static final String FOR_TESTS = "rotate";

    /**
     * Checks that the options have an effect on this workload.
     *
     * @throws PlanException if an option on the command line has none
     */
    static void check(CommandSpec command, String name, Workload workload) {
        boolean workers = workload instanceof WorkerWorkload;
        new OptionUses(command)
                .checkFor(
                        new OptionUses.SeenProgram(
                                name, workers ? ProgramKind.WORKERS : ProgramKind.BAG, methods -> false),
                        RunPlace.LOCAL);
        if (workload instanceof BagWorkload bag
                && bag.data().isNone()
                && command.commandLine().getParseResult().hasMatchedOption("--data-memory")) {
            throw new PlanException("--data-memory: expected a workload whose tasks read data objects, such as frames,"
                    + " found " + name);
        }
    }

    private boolean ofWorkers() {
        return workload instanceof WorkerWorkload;
    }

    /** Returns the default strategy for this kind of workload. */
    String usualStrategy() {
        return ofWorkers() ? WorkerStrategies.DEFAULT : Strategies.DEFAULT;
    }

    /** Returns the names of the strategies to compare. */
    List<String> strategies() {
        return ofWorkers()
                ? WorkerStrategies.names().stream()
                        .filter(name -> !name.equals(FOR_TESTS))
                        .toList()
                : Strategies.names();
    }

    /**
     * Checks a strategy before anything is computed.
     *
     * @throws IllegalArgumentException if it is not for this kind of workload, or its parameters are wrong
     */
    void check(StrategySpec strategy, @Nullable ClassLoader classes) {
        SplittableRandom random = new SplittableRandom(options.seed);
        if (ofWorkers()) {
            requireKind(strategy.name(), "workers", WorkerStrategies.names(), "tasks", Strategies.names());
            WorkerStrategies.make(strategy, 0, random, classes);
        } else {
            requireKind(strategy.name(), "tasks", Strategies.names(), "workers", WorkerStrategies.names());
            Strategies.make(strategy, Membership.ROOT, random, classes);
        }
    }

    private static void requireKind(
            String name, String kind, List<String> names, String otherKind, List<String> others) {
        if (others.contains(name) && !names.contains(name)) {
            throw new IllegalArgumentException("expected a strategy for " + kind + ", since the workload is one of "
                    + kind + " (" + String.join(", ", names) + "), found " + name + ", which is one for " + otherKind);
        }
    }

    /** Returns lines that describe the work and the members, and the time that no strategy can be faster than. */
    List<String> task() {
        return Stream.concat(
                        SimulationTable.task(workload, platform.members()).stream(),
                        SimulationTable.allKnowing(workload, platform).stream())
                .toList();
    }

    SimulationOutcome run(StrategySpec strategy, long mostEvents, @Nullable ClassLoader classes) {
        return Simulation.run(workload, new SimulationPlan(platform, strategy, options.seed, mostEvents, classes));
    }
}
