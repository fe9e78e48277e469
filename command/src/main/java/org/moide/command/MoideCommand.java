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
 * The {@code moide} command: understands the words, lets {@link MoideActions} do the work, says what went wrong in a
 * line or two and gives the exit code. One for each process or test; one thread.
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
    /** Commands that look at all others. */
    private static final Set<String> READERS_OF_ALL = Set.of("help", "completion");

    /** Key of a command line that knows all commands, in place of a command's name. */
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
     * Returns the command line that understands these words. It knows only the command that is named, if that is
     * enough: to make all commands takes longer than a short run.
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
        // '-hostfile' is not '-h' and more.
        line.setPosixClusteredShortOptionsAllowed(false);
        line.setOut(console.writer());
        CommandErrors failures = new CommandErrors(console);
        line.setParameterExceptionHandler(failures::wrongWords);
        line.setExecutionStrategy(MoideCommand::checked);
        line.setExecutionExceptionHandler(
                (thrown, command, parsed) -> failures.thrown(thrown, command, verbose(command)));
        return line;
    }

    /** Executes the words if each option has an effect beside the others, and files can be written. */
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

    /** Makes these settings count from now on. */
    private void read(SettingsProvider now) {
        settings = now;
        lines.values().forEach(this::provide);
    }

    private void provide(CommandLine line) {
        line.getSubcommands().values().forEach(command -> command.setDefaultValueProvider(settings));
    }

    /** Executes the words like {@link #execute}, with settings that are read first. */
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
     * Refuses a home folder that another user can write. Secrets, runs and settings lie there: who can write there has
     * them all.
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
     * Returns how much memory is asked for an engine, and how many engines for this machine, as the command that these
     * words name understands them.
     *
     * @return the two values, an empty word where nothing is said; an empty list if there is no such command or it
     *     refuses the words
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
            return List.of(); // and it will be said when it is to be done
        }
    }

    /**
     * Performs the work and returns the exit code. Reports a plan that is refused, and memory that is used up; other
     * exceptions pass.
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

    /** Executes the words and returns the exit code. */
    int execute(String... words) {
        try {
            settings.check(this::allOptions);
        } catch (PlanException wrong) {
            console.error("moide: " + wrong.getMessage());
            return ExitCode.WRONG_USAGE;
        }
        return lineOf(words).execute(words);
    }

    /** Refuses words that name no command. */
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

    /** Provider of the versions that must fit each other on all hosts. */
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

    /** The process's entry. */
    public static void main(String[] words) {
        main(List.<String[]>of(words));
    }

    /** Executes one command after the other, as long as they succeed, and ends the process. Does not return. */
    static void main(List<String[]> commands) {
        // First of all: whatever is deserialized in this JVM passes the filters.
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
     * Executes the words and returns an exit code, whatever is thrown: threads that an application has left would keep
     * a process alive whose main thread has died.
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

    /** Executes the words as in a real process, with this environment and these files. */
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
