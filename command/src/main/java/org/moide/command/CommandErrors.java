package org.moide.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.moide.balance.simulation.SimulatedRunFailedException;
import org.moide.commlib.CommException;
import org.moide.commlib.RemoteFailureException;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.VisibleText;
import org.moide.coordinator.plan.Nearest;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.UsageException;
import org.moide.engine.loading.ProgramStartException;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** A translator of exceptions into one or two lines on standard error and an exit code. */
final class CommandErrors {
    private static final String ENGINES =
            "for engines, say --engines with --hosts, or --local-engines;" + " for the threads of each, --threads";

    /**
     * The options of mpirun that users type by habit, each with a hint that names the option of {@code moide} to use
     * instead.
     */
    private static final Map<String, String> MPIRUN = Map.of(
            "-n", ENGINES,
            "-np", ENGINES,
            "--np", ENGINES,
            "-c", ENGINES,
            "-H", "for hosts, say --hosts node1,node2",
            "-host", "for hosts, say --hosts node1,node2",
            "-hostfile", "for a file of hosts, say --hostfile",
            "-machinefile", "for a file of hosts, say --hostfile",
            "--machinefile", "for a file of hosts, say --hostfile");

    /** The pattern of an option at the beginning of a message. */
    private static final Pattern NAMED = Pattern.compile("^--[\\w-]+");

    private static final String NO_TRACE = "\nwith --verbose before the application you see where";

    private static final String WHOLE = "a whole number";
    private static final String NUMBER = "a number";
    private static final Map<Class<?>, String> KINDS = Map.of(
            int.class, WHOLE,
            Integer.class, WHOLE,
            long.class, WHOLE,
            Long.class, WHOLE,
            double.class, NUMBER,
            Double.class, NUMBER,
            boolean.class, "true or false",
            Boolean.class, "true or false",
            Path.class, "the name of a file");

    private final TerminalConsole console;

    CommandErrors(TerminalConsole console) {
        this.console = console;
    }

    /**
     * Prints an error about arguments that could not be parsed.
     *
     * @return the exit code
     */
    int wrongWords(ParameterException wrong, String[] words) {
        CommandLine command = wrong.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        if (wrong.getCause() instanceof PlanException plan) {
            return thrown(plan, command, false);
        }
        Set<String> typed = Arrays.stream(words).map(CommandErrors::nameOf).collect(Collectors.toSet());
        String message = message(wrong, command);
        String from =
                origin(message, command, option -> Arrays.stream(option.names()).anyMatch(typed::contains));
        console.error(name + ": " + from + message + "\n'" + name + " --help' shows what there is");
        return ExitCode.WRONG_USAGE;
    }

    private static String nameOf(String word) {
        return word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
    }

    /**
     * Returns the origin of the option at the beginning of a message: an environment variable or a line of a file;
     * empty if it was on the command line.
     */
    private static String origin(String message, CommandLine command, Predicate<OptionSpec> typed) {
        Matcher named = NAMED.matcher(message);
        OptionSpec option = named.find() ? command.getCommandSpec().findOption(named.group()) : null;
        if (option == null
                || typed.test(option)
                || !(command.getDefaultValueProvider() instanceof SettingsProvider settings)) {
            return "";
        }
        String origin = settings.origin(option);
        return origin.isEmpty() ? "" : origin + ": ";
    }

    private static String message(ParameterException wrong, CommandLine command) {
        if (wrong instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String word = VisibleText.line(unmatched.getUnmatched().get(0));
            String option = nameOf(word);
            if (word.startsWith("-")) {
                String ours = MPIRUN.getOrDefault(option, "");
                if (command.getCommandSpec().findOption("--hosts") != null && !ours.isEmpty()) {
                    return "unknown option '" + option + "': " + ours;
                }
                List<String> names =
                        new ArrayList<>(command.getCommandSpec().optionsMap().keySet());
                names.addAll(command.getCommandSpec().negatedOptionsMap().keySet());
                names.removeIf(known -> !known.startsWith("--"));
                String hint = Nearest.hint(option, names);
                boolean beforeTheCommand = hint.isEmpty() && command.getParent() == null;
                return "unknown option '" + option + "'"
                        + (beforeTheCommand
                                ? ": a command's options stand behind it, as in 'moide run --threads 4 cg'"
                                : hint);
            }
            if (!command.getSubcommands().isEmpty()) {
                return "unknown command '" + word + "'"
                        + Nearest.hint(word, command.getSubcommands().keySet());
            }
            return "unexpected word '" + word + "'";
        }
        if (wrong instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()
                && missing.getMissing().get(0) instanceof OptionSpec option) {
            return option.longestName() + ": expected a value, found none: " + option.longestName() + " "
                    + option.paramLabel();
        }
        if (wrong instanceof OverwrittenOptionException twice && twice.getOverwritten() instanceof OptionSpec option) {
            return option.longestName() + ": expected it once, found it twice";
        }
        String badValue = badValue(wrong);
        if (!badValue.isEmpty()) {
            return badValue;
        }
        String text = String.valueOf(wrong.getMessage());
        return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }

    /** Returns the message for a value of the wrong type; empty if the error is another one. */
    private static String badValue(ParameterException wrong) {
        ArgSpec argument = wrong.getArgSpec();
        String value = wrong.getValue();
        if (argument == null || value == null) {
            return "";
        }
        Class<?> type = argument.auxiliaryTypes().length > 0 ? argument.auxiliaryTypes()[0] : argument.type();
        String kind = KINDS.get(type);
        if (kind == null) {
            return "";
        }
        if (kind.equals(WHOLE) && value.matches("[+-]?\\d+")) {
            boolean isInt = type == int.class || type == Integer.class;
            kind = value.startsWith("-")
                    ? WHOLE + " from " + (isInt ? Integer.MIN_VALUE : Long.MIN_VALUE) + " on"
                    : WHOLE + " up to " + (isInt ? Integer.MAX_VALUE : Long.MAX_VALUE);
        }
        String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
        return name + ": expected " + kind + ", found '" + VisibleText.line(value) + "'";
    }

    /**
     * Reports the failure of a command.
     *
     * @return the exit code
     */
    int thrown(Exception thrown, CommandLine command, boolean verbose) {
        String name = command.getCommandSpec().qualifiedName();
        if (thrown instanceof PlanException plan) {
            String message = String.valueOf(plan.getMessage());
            String from = origin(message, command, command.getParseResult()::hasMatchedOption);
            return saidAs(name + ": " + from + message, plan, ExitCode.WRONG_USAGE, verbose);
        }
        return thrown(thrown, name, verbose);
    }

    /**
     * Reports the failure of a command that was not parsed.
     *
     * @return the exit code
     */
    int thrown(Exception thrown, String name, boolean verbose) {
        if (thrown instanceof PlanException || thrown instanceof UsageException) {
            return said(name, thrown, ExitCode.WRONG_USAGE, verbose);
        }
        if (thrown instanceof NoHostsException) {
            return said(name, thrown, ExitCode.NO_HOSTS, verbose);
        }
        if (thrown instanceof ProgramStartException) {
            return saidAs(
                    name + ": " + thrown.getMessage() + (verbose ? "" : NO_TRACE), thrown, ExitCode.FAILED, verbose);
        }
        if (thrown instanceof InterruptedException) {
            console.error(name + ": interrupted");
            return ExitCode.INTERRUPTED;
        }
        if (thrown instanceof CommException
                || thrown instanceof IOException
                || thrown instanceof UncheckedIOException
                || thrown instanceof SimulatedRunFailedException) {
            return said(name, thrown, ExitCode.FAILED, verbose);
        }
        return saidAs(
                name + ": a fault of MOIDE's own: " + thrown + (verbose ? "" : NO_TRACE + "; please report it"),
                thrown,
                ExitCode.FAILED,
                verbose);
    }

    private int said(String name, Exception thrown, int exitCode, boolean verbose) {
        Throwable cause = thrown instanceof UncheckedIOException unchecked ? unchecked.getCause() : thrown;
        String message = cause instanceof FileSystemException file && file.getReason() == null
                ? "cannot use " + file.getFile() + ": " + FileTrouble.whenWriting(file)
                : thrown instanceof RemoteFailureException there ? there.said() : thrown.getMessage();
        return saidAs(name + ": " + (message == null ? thrown.toString() : message), thrown, exitCode, verbose);
    }

    private int saidAs(String line, Exception thrown, int exitCode, boolean verbose) {
        console.error(line);
        boolean madeHere = exitCode == ExitCode.WRONG_USAGE && thrown.getCause() == null;
        if (verbose && !madeHere) {
            console.error(trace(thrown));
        }
        return exitCode;
    }

    private static String trace(Exception thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString().stripTrailing();
    }
}
