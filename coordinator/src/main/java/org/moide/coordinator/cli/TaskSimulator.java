package org.moide.coordinator.cli;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.balance.simulation.Simulation;
import org.moide.balance.simulation.SimulationOutcome;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.worker.strategy.WorkerStrategies;
import org.moide.balance.workload.BagWorkload;
import org.moide.coordinator.report.measured.SimulationTable;

/** Of bags of tasks. */
record TaskSimulator(BagWorkload tasks, Membership members, SimulationOptions options)
        implements Simulator<SimulationOutcome> {
    @Override
    public String workload() {
        return tasks.name();
    }

    @Override
    public String usualStrategy() {
        return Strategies.DEFAULT;
    }

    @Override
    public List<String> strategies() {
        return Strategies.names();
    }

    @Override
    public void check(StrategySpec strategy, @Nullable ClassLoader classes) {
        Simulator.requireKind(strategy.name(), "tasks", Strategies.names(), "workers", WorkerStrategies.names());
        Strategies.make(strategy, Membership.ROOT, new SplittableRandom(options.seed), classes);
    }

    @Override
    public List<String> task() {
        return Stream.concat(
                        SimulationTable.task(tasks, members).stream(),
                        SimulationTable.allKnowing(tasks, members, options.interconnect(), options.dataMemory())
                                .stream())
                .toList();
    }

    @Override
    public SimulationOutcome run(StrategySpec strategy, long mostEvents, @Nullable ClassLoader classes) {
        return Simulation.run(tasks, options.dataMemory(), options.plan(members, strategy, mostEvents, classes));
    }

    @Override
    public List<String> outcome(SimulationOutcome outcome) {
        return SimulationTable.outcome(outcome);
    }

    @Override
    public List<String> comparison(List<SimulationOutcome> outcomes) {
        return SimulationTable.comparison(outcomes);
    }

    @Override
    public List<String> advice(List<SimulationOutcome> outcomes) {
        return SimulationTable.advice(outcomes);
    }
}
