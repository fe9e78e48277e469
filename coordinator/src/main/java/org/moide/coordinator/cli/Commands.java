package org.moide.coordinator.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.moide.coordinator.plan.SampleIndex;
import picocli.CommandLine;

/** All commands of {@code moide}, each made when it is needed, in the order in which help shows them. One thread. */
final class Commands {
    private final Map<String, Supplier<CommandLine>> byName = new LinkedHashMap<>();

    Commands(MoideActions actions, TerminalConsole console, Supplier<SampleIndex> samples) {
        add("run", () -> new RunCommand(actions, console, samples));
        add("engine", () -> new EngineDaemonCommand(actions, console));
        add("up", () -> new UpCommand(actions, console));
        add("down", () -> new DownCommand(actions, console));
        add("monitor", () -> new MonitorCommand(actions, console));
        add("new", () -> new NewCommand(console));
        add("runs", () -> new RunsCommand(actions, console));
        add("status", () -> new StatusCommand(actions, console));
        add("expand", () -> new ExpandCommand(actions, console));
        add("replace", () -> new ReplaceCommand(actions, console));
        add("drain", () -> new DrainCommand(actions, console));
        add("stop", () -> new StopCommand(actions, console));
        add("resume", () -> new ResumeCommand(actions, console));
        add("replay", () -> new ReplayCommand(actions, console));
        add("bundle", () -> new BundleCommand(actions, console));
        add("history", () -> new HistoryCommand(actions, console));
        add("compare", () -> new CompareCommand(actions, console));
        add("schema", () -> new SchemaCommand(console));
        add("trace", () -> new TraceCommand(console));
        add("hosts", () -> new HostsCommand(actions, console));
        add("doctor", () -> new DoctorCommand(actions, console));
        add("top", () -> new TopCommand(actions, console));
        add("samples", () -> new SamplesCommand(console, samples));
        byName.put("bench", () -> {
            CommandLine bench = new CommandLine(new BenchCommand());
            bench.addSubcommand(new BenchCommCommand(actions, console, samples));
            return bench;
        });
        add("simulate", () -> new SimulateCommand(console));
        add("advise", () -> new AdviseCommand(actions, console));
        add("key", () -> new KeyCommand(console));
        add("completion", () -> new CompletionCommand(console));
        add("help", () -> new HelpCommand(console));
        add("version", () -> new VersionCommand(console));
    }

    private void add(String name, Supplier<Object> command) {
        byName.put(name, () -> new CommandLine(command.get()));
    }

    /** What makes each. */
    Map<String, Supplier<CommandLine>> byName() {
        return byName;
    }
}
