package org.moide.command;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.balance.simulation.SimulatedRunFailedException;
import org.moide.balance.simulation.SimulationOutcome;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.command.report.HostTable;
import org.moide.command.report.measured.SimulationPlot;
import org.moide.command.report.measured.SimulationTable;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.coordinator.selection.Selection;
import org.moide.coordinator.selection.Topology;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.coordinator.workload.WorkloadChoice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code moide advise}: compares all strategies on one workload, and recommends one. */
@Command(
        name = "advise",
        sortOptions = false,
        header = "Says which strategy to choose for a workload on these hosts.",
        description = {
            "",
            "Simulates every strategy on the workload and compares the predicted times. The engines are those of the"
                    + " hosts you name, one for each daemon, or as many as --members says, or those of the recorded run."
        },
        footer = {
            "",
            "Examples:",
            "  moide run --record-workload w.json uts --tree T1",
            "  moide advise w.json                             the engines of that run",
            "  moide advise w.json --hosts node1,node2:7101    these hosts, with their power",
            "  moide advise w.json --members 64                if there were 64 such",
            "  moide advise skewed:tasks=5000 --members 32     a generated one ('moide simulate --help')",
            "  moide advise workers:hot=10 --members 32        of workers: their strategies are compared",
            "",
            "Exit codes: 0 done; 1 no strategy came to an end; 2 wrong usage; 3 no usable hosts."
        })
final class AdviseCommand implements Callable<Integer> {
    /** The greatest number of events of one strategy's simulation; a strategy that needs more is not recommended. */
    private static final long MOST_EVENTS = 50_000_000;

    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "<workload>",
            description = "What 'moide run --record-workload' wrote, or a generated workload"
                    + " (see 'moide simulate --help').")
    List<String> workloads = List.of();

    @Mixin
    SimulationOptions options = new SimulationOptions();

    @Mixin
    HostOptions hosts = new HostOptions();

    @Mixin
    @With({"--hosts", "--hostfile", "--monitor"})
    NetworkOptions.Secret secret = new NetworkOptions.Secret();

    @Mixin
    CommonOptions common = new CommonOptions();

    AdviseCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (workloads.size() != 1) {
            throw new PlanException("expected one workload, such as 'moide advise w.json', found "
                    + (workloads.isEmpty() ? "none" : String.join(" ", workloads)));
        }
        options.interconnect();
        WorkloadChoice choice = WorkloadChoice.of(workloads.get(0));
        Simulator.check(spec, workloads.get(0), choice.workload());
        Simulator simulator = new Simulator(choice.workload(), options.platform(members(choice)), options);
        simulator.task().forEach(console::print);
        List<SimulationOutcome> outcomes = outcomes(simulator);
        console.status("");
        if (outcomes.isEmpty()) {
            return ExitCode.FAILED;
        }
        console.print("");
        SimulationTable.comparison(outcomes).forEach(console::print);
        console.print("");
        SimulationTable.advice(outcomes).forEach(console::print);
        if (options.plot != null) {
            SimulationPlot.write(outcomes, choice.workload().name(), options.plot);
        }
        return ExitCode.DONE;
    }

    private List<SimulationOutcome> outcomes(Simulator simulator) {
        List<SimulationOutcome> outcomes = new ArrayList<>();
        for (String strategy : simulator.strategies()) {
            console.status("simulating " + strategy);
            try {
                outcomes.add(simulator.run(StrategySpec.of(strategy), MOST_EVENTS, null));
            } catch (SimulatedRunFailedException | IllegalArgumentException failed) {
                // A strategy that does not end, or that needs parameters, is left out.
                console.error("moide advise: left out " + strategy + ": " + failed.getMessage());
            }
        }
        return outcomes;
    }

    private Membership members(WorkloadChoice choice) throws Exception {
        List<DaemonAddress> daemons = hosts.daemons(spec);
        if (daemons.isEmpty()) {
            return options.members(choice.recorded());
        }
        List<HostAnswer> answers = actions.hosts(new HostsPlan(daemons, secret.settings()), console);
        HostTable.problems(answers).forEach(line -> console.error("moide advise: " + line));
        List<Candidate> usable = new ArrayList<>();
        for (HostAnswer answer : answers) {
            if (answer.candidate() != null) {
                usable.add(answer.candidate());
            }
        }
        if (usable.isEmpty()) {
            throw new NoHostsException("expected at least one host that can be used, found none");
        }
        List<Assignment> engines = Selection.select(null, usable, 0, 0, 0, Topology.NONE, false);
        FreeProcessors.among(answers).notes(usable, engines).forEach(line -> console.error("moide advise: " + line));
        return members(usable, engines, choice.recorded());
    }

    /**
     * Returns the hosts as members of a simulation. The times of a generated workload refer to the first host's
     * threads.
     */
    private static Membership members(
            List<Candidate> usable, List<Assignment> engines, @Nullable RecordedWorkload recorded) {
        Candidate first = usable.get(0);
        double threadPower = recorded == null ? first.power() / first.processors() : recorded.threadPower();
        List<Membership.Member> members = new ArrayList<>();
        IdentityHashMap<Candidate, Assignment> chosen = new IdentityHashMap<>();
        engines.forEach(engine -> chosen.put(engine.candidate(), engine));
        for (Candidate host : usable) { // in the order in which the user named them
            Assignment engine = chosen.get(host);
            if (engine != null) {
                members.add(
                        new Membership.Member(members.size(), 1, engine.performance() / threadPower, engine.threads()));
            }
        }
        return Membership.of(members);
    }
}
