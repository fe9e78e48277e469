package org.moide.coordinator.cli;

import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.worker.simulation.WorkerSimulation;
import org.moide.balance.worker.simulation.WorkerSimulationOutcome;
import org.moide.balance.worker.strategy.WorkerStrategies;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.coordinator.report.measured.WorkerSimulationTable;

/** Of workers. */
record WorkerSimulator(WorkerWorkload workers, Membership members, SimulationOptions options)
        implements Simulator<WorkerSimulationOutcome> {
    /** It moves what it can, to find what breaks: nobody is advised to do so. */
    private static final String FOR_TESTS = "rotate";

    @Override
    public String workload() {
        return workers.name();
    }

    @Override
    public String usualStrategy() {
        return WorkerStrategies.DEFAULT;
    }

    @Override
    public List<String> strategies() {
        return WorkerStrategies.names().stream()
                .filter(name -> !name.equals(FOR_TESTS))
                .toList();
    }

    @Override
    public void check(StrategySpec strategy, @Nullable ClassLoader classes) {
        Simulator.requireKind(strategy.name(), "workers", WorkerStrategies.names(), "tasks", Strategies.names());
        WorkerStrategies.make(strategy, 0, new SplittableRandom(options.seed), classes);
    }

    @Override
    public List<String> task() {
        return WorkerSimulationTable.task(workers, members);
    }

    @Override
    public WorkerSimulationOutcome run(StrategySpec strategy, long mostEvents, @Nullable ClassLoader classes) {
        return WorkerSimulation.run(workers, options.plan(members, strategy, mostEvents, classes));
    }

    @Override
    public List<String> outcome(WorkerSimulationOutcome outcome) {
        return WorkerSimulationTable.outcome(outcome);
    }

    @Override
    public List<String> comparison(List<WorkerSimulationOutcome> outcomes) {
        return WorkerSimulationTable.comparison(outcomes);
    }

    @Override
    public List<String> advice(List<WorkerSimulationOutcome> outcomes) {
        return WorkerSimulationTable.advice(outcomes);
    }
}
