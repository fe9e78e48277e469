package org.moide.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.balance.simulation.SimulationOutcome;
import org.moide.balance.simulation.SimulationPlan;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.balance.worker.strategy.WorkerStrategies;
import org.moide.command.report.measured.SimulationPlot;
import org.moide.command.report.measured.SimulationTable;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.ClassPathEntries;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.workload.WorkloadChoice;
import org.moide.engine.loading.ApplicationFiles;
import org.moide.engine.loading.ApplicationLoader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moide simulate}: simulates one strategy on one workload. */
@Command(
        name = "simulate",
        sortOptions = false,
        header = "Shows how a strategy would balance a workload on as many engines as you like.",
        description = {
            "",
            "The balancing is the very code that runs between engines; compute threads, network and clock are simulated."
                    + " Nobody dies and nothing is lost. The same words give the same run."
        },
        footer = {
            "",
            "Workloads, each with its parameters and what they are if you do not say; millis is a task's mean time:",
            "  uniform:tasks=10000,millis=1,spread=0.5,seed=1     tasks of about the same time",
            "  exponential:tasks=10000,millis=1,seed=1",
            "  skewed:tasks=10000,millis=1,shape=1.5,seed=1       few tasks take most of the time",
            "  tree:kind=geometric,b0=4,depth=9,millis=1          tasks put tasks, as in UTS",
            "  tree:kind=binomial,b0=500,m=8,q=0.1245,millis=1",
            "  frames:frames=9,blocks=1620,place=root             tasks that read data objects: each two frames",
            "  workers:count=400,hot=20,share=0.5,phases=4        workers; 20 of them get half of the tasks, in each phase",
            "                                                     others; tasks=200000,chains=400,stateBytes=100000",
            "  <file>.json                                        what 'moide run --record-workload' wrote",
            "  <file>.json:objects=9,repeat=2,place=members       of that only what reads the first 9 objects, twice;",
            "                                                     tasks and objects spread over the engines at the start",
            "",
            "Examples:",
            "  moide simulate --members 64 --workload skewed:tasks=5000",
            "  moide simulate --strategy guided --members 1024 --workload tree:millis=4 --plot busy.svg",
            "  moide simulate --strategy tdc --members 8 --workload w.json:place=members --data-memory 2m",
            "  moide simulate --strategy greedy --members 32 --workload workers:hot=10",
            "  moide simulate --classpath target/classes --strategy org.example.Greedy --workload w.json",
            "",
            "Exit codes: 0 done; 1 the strategy did not come to an end; 2 wrong usage."
        })
final class SimulateCommand implements Callable<Integer> {
    /** A placeholder for the application's name, since the classes are needed only for loading a strategy. */
    private static final String NO_APPLICATION = "";

    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec command;

    @Use(group = HelpGroup.BALANCING)
    @Option(
            names = "--strategy",
            order = 1,
            paramLabel = "<name>",
            description = "How tasks are balanced (default: " + Strategies.DEFAULT + "), or workers (default: "
                    + WorkerStrategies.DEFAULT + ").")
    @Nullable
    String strategy;

    @Use(group = HelpGroup.BALANCING)
    @Option(
            names = "--strategy-file",
            order = 2,
            paramLabel = "<file>",
            description = "The strategy's parameters, a properties file.")
    @Nullable
    Path strategyFile;

    @Use(group = HelpGroup.BALANCING)
    @With("--strategy")
    @Option(
            names = {"--classpath", "-cp"},
            order = 3,
            paramLabel = "<path>",
            description = "Jars and class folders of your own strategy, with '${sys:path.separator}' between them.")
    String classPath = "";

    @Use(group = HelpGroup.PROGRAM)
    @Option(
            names = "--workload",
            order = 4,
            paramLabel = "<workload>",
            description = "What there is to compute: see below (default: tree).")
    String workload = "tree";

    @Mixin
    SimulationOptions options = new SimulationOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    SimulateCommand(TerminalConsole console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (classPath.isEmpty()) {
            simulate(null);
        } else {
            List<String> entries = ClassPathEntries.parse(classPath).stream()
                    .map(Path::toString)
                    .toList();
            // Loads classes as an engine does, so that a strategy sees the same classes.
            try (ApplicationLoader classes = new ApplicationLoader(new ApplicationFiles(NO_APPLICATION, entries))) {
                simulate(classes);
            }
        }
        return ExitCode.DONE;
    }

    private void simulate(@Nullable ClassLoader classes) {
        WorkloadChoice choice = WorkloadChoice.of(workload);
        Simulator.check(command, workload, choice.workload());
        Simulator simulator =
                new Simulator(choice.workload(), options.platform(options.members(choice.recorded())), options);
        StrategySpec spec = spec(simulator, classes);
        simulator.task().forEach(console::print);
        SimulationOutcome outcome = simulator.run(spec, SimulationPlan.USUAL_MOST_EVENTS, classes);
        SimulationTable.outcome(outcome).forEach(console::print);
        if (options.plot != null) {
            SimulationPlot.write(List.of(outcome), choice.workload().name(), options.plot);
        }
    }

    private StrategySpec spec(Simulator simulator, @Nullable ClassLoader classes) {
        String name = strategy == null ? simulator.usualStrategy() : strategy;
        boolean builtIn =
                Strategies.names().contains(name) || WorkerStrategies.names().contains(name);
        if (builtIn && command.commandLine().getParseResult().hasMatchedOption("--classpath")) {
            throw new PlanException(
                    "--classpath: expected with a --strategy of your own, found " + name + ", which is built in");
        }
        if (classes == null && name.contains(".")) {
            throw new PlanException("--strategy " + name
                    + ": expected --classpath with the jar or folder of this class," + " found none");
        }
        Path file = strategyFile;
        try {
            StrategySpec spec = file == null ? StrategySpec.of(name) : StrategySpec.read(name, file);
            // Errors are reported before anything is computed.
            simulator.check(spec, classes);
            return spec;
        } catch (IOException unreadable) {
            throw new PlanException(
                    "--strategy-file: cannot read " + file + ": " + FileTrouble.whenReading(unreadable), unreadable);
        } catch (IllegalArgumentException wrong) {
            throw new PlanException("--strategy: " + wrong.getMessage(), wrong);
        }
    }
}
