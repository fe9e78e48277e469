package org.moide.coordinator.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.simulation.SimulatedOutcome;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.ProgramKind;
import org.moide.coordinator.workload.WorkloadChoice;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Simulates strategies on one workload: what {@code simulate} and {@code advise} need, whatever the workload is of.
 *
 * @param <O> what a run comes to
 */
interface Simulator<O extends SimulatedOutcome> {
    /** That of this workload. */
    static Simulator<?> of(WorkloadChoice choice, Membership members, SimulationOptions options) {
        return choice.workload() instanceof WorkerWorkload workers
                ? new WorkerSimulator(workers, members, options)
                : new TaskSimulator((BagWorkload) choice.workload(), members, options);
    }

    /**
     * Looks whether the options have an effect on this workload.
     *
     * @throws PlanException if one was typed that has none
     */
    static void check(CommandSpec command, String name, WorkloadChoice choice) {
        boolean workers = choice.workload() instanceof WorkerWorkload;
        new OptionUses(command)
                .checkFor(
                        new OptionUses.SeenProgram(
                                name, workers ? ProgramKind.WORKERS : ProgramKind.BAG, methods -> false),
                        RunPlace.LOCAL);
        if (choice.workload() instanceof BagWorkload bag
                && bag.data().isNone()
                && command.commandLine().getParseResult().hasMatchedOption("--data-memory")) {
            throw new PlanException("--data-memory: expected a workload whose tasks read data objects, such as frames,"
                    + " found " + name);
        }
    }

    /**
     * Checks that a strategy is not one for the other kind of workload.
     *
     * @param names of those for this kind
     * @param others of those for the other
     * @throws IllegalArgumentException if it is
     */
    static void requireKind(String name, String kind, List<String> names, String otherKind, List<String> others) {
        if (others.contains(name) && !names.contains(name)) {
            throw new IllegalArgumentException("expected a strategy for " + kind + ", since the workload is one of "
                    + kind + " (" + String.join(", ", names) + "), found " + name + ", which is one for " + otherKind);
        }
    }

    /** The workload's name. */
    String workload();

    /** The strategy that is used if none is named. */
    String usualStrategy();

    /** Those that are worth comparing. */
    List<String> strategies();

    /**
     * Finds out what is wrong with a strategy before anything is computed.
     *
     * @throws IllegalArgumentException if it is none for such a workload, or its parameters are wrong
     */
    void check(StrategySpec strategy, @Nullable ClassLoader classes);

    /** What is to be done, by whom, and what no strategy can beat. */
    List<String> task();

    O run(StrategySpec strategy, long mostEvents, @Nullable ClassLoader classes);

    /** One run closely. */
    List<String> outcome(O outcome);

    /** All, the fastest first. */
    List<String> comparison(List<O> outcomes);

    /** Which to choose. */
    List<String> advice(List<O> outcomes);
}
