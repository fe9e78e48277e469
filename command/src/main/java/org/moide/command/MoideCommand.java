package org.moide.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.rmi.RmiProcess;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.Ownership;
import org.moide.commlib.system.FatalErrors;
import org.moide.commlib.system.FileTrouble;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.run.ExitCode;
import org.moide.engine.loading.ApplicationThreads;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.PicocliException;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/**
 * The {@code moide} command. It parses the arguments, calls {@link MoideActions} to do the work, prints errors in a
 * line or two, and returns the exit code. Each process or test has one object. Used by one thread.
 */
@Command(
        name = "moide",
        sortOptions = false,
        synopsisSubcommandLabel = "<command>",
        versionProvider = MoideCommand.Version.class,
        header = "Runs one Java class on every core of every machine you have.",
        footer = {
            "",
            "Examples:",
            "  moide run raytrace --output picture.png      on this machine",
            "  moide run --local-engines 2 cg --class S     in two JVMs of this machine",
            "  moide engine                                 on each other machine, and then, here,",
            "  moide run --hosts node1,node2 nbody",
            "",
            "'moide help <command>' says more of a command.",
            "Exit codes: 0 done; 1 it failed; 2 wrong usage; 3 no usable hosts; 130 interrupted (Ctrl-C);",
            "143 ended by SIGTERM."
        })
public final class MoideCommand implements Runnable {
    /** The commands that show or read all other commands, so that all have to be created for them. */
    private static final Set<String> READERS_OF_ALL = Set.of("help", "completion");

    /** The key under which the parser that has all commands is cached. */
    private static final String ALL = "";

    private final TerminalConsole console;
    private final Map<String, Supplier<CommandLine>> commands;
    private final Map<String, String> headings;
    private final Map<String, CommandLine> lines = new HashMap<>();
    private SettingsProvider settings;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Use(group = HelpGroup.HELP)
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            order = 88,
            description = "Show the versions of MOIDE and of Java and end.")
    boolean version;

    @Mixin
    CommonOptions.OfHelp help = new CommonOptions.OfHelp();

    MoideCommand(
            MoideActions actions, TerminalConsole console, Supplier<SampleIndex> samples, SettingsProvider settings) {
        this.console = console;
        this.settings = settings;
        Commands all = new Commands(actions, console, samples);
        this.commands = all.byName();
        this.headings = all.headings();
    }

    /**
     * Returns the parser for these arguments. If possible it contains only the named command, since creating all
     * commands takes longer than a short run.
     */
    CommandLine lineOf(String... words) {
        String first = words.length == 0 ? ALL : words[0];
        boolean isEnough = commands.containsKey(first) && !READERS_OF_ALL.contains(first) && !lines.containsKey(ALL);
        return lines.computeIfAbsent(isEnough ? first : ALL, this::made);
    }

    private CommandLine made(String named) {
        CommandLine line = new CommandLine(this);
        commands.forEach((name, command) -> {
            if (named.equals(ALL) || named.equals(name)) {
                line.addSubcommand(name, command.get());
            }
        });
        provide(line);
        CommandLine run = line.getSubcommands().get("run");
        if (run != null) {
            run.setStopAtPositional(true);
        }
        HelpPages.install(line, headings);
        line.setUsageHelpAutoWidth(true);
        // '-hostfile' must not be read as '-h ostfile'.
        line.setPosixClusteredShortOptionsAllowed(false);
        line.setOut(console.writer());
        CommandErrors failures = new CommandErrors(console);
        line.setParameterExceptionHandler(failures::wrongWords);
        line.setExecutionStrategy(MoideCommand::checked);
        line.setExecutionExceptionHandler(
                (thrown, command, parsed) -> failures.thrown(thrown, command, verbose(command)));
        return line;
    }

    /**
     * Executes the parsed arguments. First checks that each option has an effect together with the others, and that
     * output files can be written.
     *
     * @return the exit code
     */
    private static int checked(ParseResult words) {
        ParseResult last = words;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        CommandLine command = last.commandSpec().commandLine();
        if (!last.isUsageHelpRequested() && !last.isVersionHelpRequested()) {
            try {
                OptionUses uses = new OptionUses(last.commandSpec());
                uses.checkBesideOthers();
                uses.checkFiles();
            } catch (PlanException wrong) {
                throw new ParameterException(command, String.valueOf(wrong.getMessage()), wrong);
            }
        }
        return new RunLast().execute(words);
    }

    /** Sets the defaults of options for later executions. */
    private void read(SettingsProvider now) {
        settings = now;
        lines.values().forEach(this::provide);
    }

    private void provide(CommandLine line) {
        line.getSubcommands().values().forEach(command -> command.setDefaultValueProvider(settings));
    }

    /**
     * Reads the settings, then executes the arguments like {@link #execute}.
     *
     * @param now reads the settings files
     */
    int executed(String[] words, Supplier<SettingsProvider> now) {
        return guarded(console, () -> {
            requireOwnHome();
            read(now.get());
            settings.skipped().forEach(why -> console.error("moide: " + why));
            if (words.length > 0 && words[0].equals("run") && !settings.origin().isEmpty()) {
                console.error("moide run: settings of " + settings.origin());
            }
            return execute(words);
        });
    }

    /**
     * Refuses a home folder that another user can write. It contains secrets, runs and settings, which that user would
     * control.
     */
    private static void requireOwnHome() {
        Path home = ClusterSecret.defaultFolder();
        String wrong;
        try {
            wrong = new Ownership().ofOwnFolder(home);
        } catch (IOException unreadable) {
            wrong = home + " cannot be looked at: " + FileTrouble.whenReading(unreadable);
        }
        if (!wrong.isEmpty()) {
            throw new PlanException("expected that nobody but this user can write what is in " + home + ", found that "
                    + wrong + "; MOIDE_HOME names another place");
        }
    }

    /**
     * Returns the values that the command named by these arguments would get for {@code --engine-memory} and {@code
     * --local-engines}, as texts. They may come from the arguments, environment variables or settings files.
     *
     * @return the two values, each empty if it is not given; an empty list if there is no such command or the arguments
     *     are wrong
     */
    List<String> heapWords(String[] words) {
        try {
            List<CommandLine> named = lineOf(words).parseArgs(words).asCommandLineList();
            CommandSpec command = named.get(named.size() - 1).getCommandSpec();
            OptionUses uses = new OptionUses(command);
            uses.checkBesideOthers();
            uses.checkIn(uses.place());
            return Stream.of("--engine-memory", "--local-engines")
                    .map(command::findOption)
                    .map(option -> option == null ? null : option.<@Nullable Object>getValue())
                    .map(value -> value == null ? "" : value.toString())
                    .toList();
        } catch (PlanException | PicocliException refused) {
            return List.of(); // the command itself will report the error
        }
    }

    /**
     * Runs an action. Prints an error if the plan is refused or the memory is exhausted; passes other exceptions on.
     *
     * @return the exit code
     */
    static int guarded(TerminalConsole console, IntSupplier work) {
        try {
            return work.getAsInt();
        } catch (PlanException wrong) {
            console.error("moide: " + wrong.getMessage());
            return ExitCode.WRONG_USAGE;
        } catch (OutOfMemoryError full) {
            console.error(
                    FatalErrors.isOfThreads(full)
                            ? "moide: " + FatalErrors.NO_THREAD
                            : "moide: ran out of memory with a heap of "
                                    + (Runtime.getRuntime().maxMemory() >> 20)
                                    + " MiB: give it more with MOIDE_JAVA_OPTS=-Xmx4g");
            return ExitCode.FAILED;
        }
    }

    /**
     * Executes the arguments.
     *
     * @return the exit code
     */
    int execute(String... words) {
        try {
            settings.check(this::allOptions);
        } catch (PlanException wrong) {
            console.error("moide: " + wrong.getMessage());
            return ExitCode.WRONG_USAGE;
        }
        return lineOf(words).execute(words);
    }

    /** Prints an error, since the arguments name no command. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "expected a command such as 'moide run raytrace', found none");
    }

    private List<OptionSpec> allOptions() {
        CommandLine line = lineOf();
        List<OptionSpec> options = new ArrayList<>(line.getCommandSpec().options());
        addOptions(line, options);
        return options;
    }

    private static void addOptions(CommandLine of, List<OptionSpec> options) {
        for (CommandLine command : of.getSubcommands().values()) {
            options.addAll(command.getCommandSpec().options());
            addOptions(command, options);
        }
    }

    private static boolean verbose(CommandLine command) {
        OptionSpec verbose = command.getCommandSpec().findOption("--verbose");
        return verbose != null && Boolean.TRUE.equals(verbose.getValue());
    }

    /** The lines of {@code moide --version}: the versions that must be the same on all hosts. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String own = MoideCommand.class.getPackage().getImplementationVersion();
            return new String[] {
                "moide " + (own == null ? "(not from its jar)" : own),
                "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name") + ", "
                        + System.getProperty("java.home")
            };
        }
    }

    /** Runs the command. */
    public static void main(String[] words) {
        main(List.<String[]>of(words));
    }

    /** Executes commands one after the other as long as they succeed, then ends the process. Does not return. */
    static void main(List<String[]> commands) {
        // First of all, so that the filters see everything that this JVM deserializes.
        RmiProcess.prepare();
        ApplicationThreads.prepare();
        ProcessStreams streams = ProcessStreams.take();
        TerminalConsole console = new TerminalConsole(
                streams.out(),
                streams.err(),
                Boolean.getBoolean("moide.terminal"),
                Integer.getInteger("moide.columns", 80),
                Boolean.getBoolean("moide.keys"));
        ProcessEnd end = ProcessEnd.watched(console);
        int code = ExitCode.DONE;
        for (String[] words : commands) {
            code = code == ExitCode.DONE ? exitCode(words, console, end) : code;
        }
        end.exit(code);
    }

    /**
     * Executes the arguments, and returns an exit code even if anything is thrown. Otherwise the main thread would die
     * and threads of an application would keep the process alive.
     */
    private static int exitCode(String[] words, TerminalConsole console, ProcessEnd end) {
        try {
            Map<String, String> variables = System.getenv();
            int code = execute(
                    words,
                    console,
                    variables,
                    Installation.ofThisProcess().settings(ClusterSecret.defaultFolder()),
                    new ProcessActions(end),
                    () -> SampleIndex.find(samplesNamed(variables)));
            return StandardOutput.checked(code, console);
        } catch (Throwable thrown) {
            console.error("moide: ended by " + thrown);
            return ExitCode.FAILED;
        }
    }

    /** Executes the arguments as a real process would, with this environment and these files. */
    static int execute(
            String[] words,
            TerminalConsole console,
            Map<String, String> variables,
            List<Path> settingsFiles,
            MoideActions actions,
            Supplier<SampleIndex> samples) {
        return new MoideCommand(actions, console, samples, new SettingsProvider(variables, List.of()))
                .executed(words, () -> new SettingsProvider(variables, settingsFiles));
    }

    private static @Nullable Path samplesNamed(Map<String, String> variables) {
        String named = System.getProperty("moide.samples", variables.getOrDefault("MOIDE_SAMPLES", ""));
        return named.isEmpty() ? null : Path.of(named);
    }
}
