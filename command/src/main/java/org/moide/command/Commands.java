package org.moide.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.moide.coordinator.plan.SampleIndex;
import picocli.CommandLine;

/** All commands of {@code moide} in the order of help, each created at its first use. Used by one thread. */
final class Commands {
    private final Map<String, Supplier<CommandLine>> byName = new LinkedHashMap<>();
    private final Map<String, String> headings = new LinkedHashMap<>();
    private String heading = "";

    Commands(MoideActions actions, TerminalConsole console, Supplier<SampleIndex> samples) {
        heading = "Run something";
        add("run", () -> new RunCommand(actions, console, samples));
        add("attach", () -> new AttachCommand(actions, console));
        add("logs", () -> new LogsCommand(actions, console));
        add("wait", () -> new WaitCommand(actions, console));
        add("fetch", () -> new FetchCommand(actions, console));
        add("resume", () -> new ResumeCommand(actions, console));
        add("new", () -> new NewCommand(console));
        add("samples", () -> new SamplesCommand(console, samples));
        heading = "Runs that are running";
        add("runs", () -> new RunsCommand(actions, console));
        add("status", () -> new StatusCommand(actions, console));
        add("top", () -> new TopCommand(actions, console));
        add("expand", () -> new ExpandCommand(actions, console));
        add("replace", () -> new ReplaceCommand(actions, console));
        add("drain", () -> new DrainCommand(actions, console));
        add("stop", () -> new StopCommand(actions, console));
        heading = "Runs that have ended";
        add("history", () -> new HistoryCommand(actions, console));
        add("compare", () -> new CompareCommand(actions, console));
        add("trace", () -> new TraceCommand(console));
        add("replay", () -> new ReplayCommand(actions, console));
        add("bundle", () -> new BundleCommand(actions, console));
        add("schema", () -> new SchemaCommand(console));
        heading = "Hosts";
        add("engine", () -> new EngineDaemonCommand(actions, console));
        add("up", () -> new UpCommand(actions, console));
        add("down", () -> new DownCommand(actions, console));
        add("monitor", () -> new MonitorCommand(actions, console));
        add("hosts", () -> new HostsCommand(actions, console));
        add("doctor", () -> new DoctorCommand(actions, console));
        add("key", () -> new KeyCommand(console));
        heading = "Measure and predict";
        put("bench", () -> {
            CommandLine bench = new CommandLine(new BenchCommand());
            bench.addSubcommand(new BenchCommCommand(actions, console, samples));
            return bench;
        });
        add("simulate", () -> new SimulateCommand(console));
        add("advise", () -> new AdviseCommand(actions, console));
        heading = "Help";
        add("help", () -> new HelpCommand(console));
        add("version", () -> new VersionCommand(console));
        add("completion", () -> new CompletionCommand(console));
    }

    private void add(String name, Supplier<Object> command) {
        put(name, () -> new CommandLine(command.get()));
    }

    private void put(String name, Supplier<CommandLine> command) {
        byName.put(name, command);
        headings.put(name, heading);
    }

    /** Returns a factory for each command, by name. */
    Map<String, Supplier<CommandLine>> byName() {
        return byName;
    }

    /** Returns each command's heading in help. */
    Map<String, String> headings() {
        return headings;
    }
}
