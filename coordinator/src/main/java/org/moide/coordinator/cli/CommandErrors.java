package org.moide.coordinator.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.moide.balance.simulation.SimulatedRunFailedException;
import org.moide.commlib.CommException;
import org.moide.commlib.system.VisibleText;
import org.moide.coordinator.plan.Nearest;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what was thrown into one or two lines on standard error and an exit code. */
final class CommandErrors {
    private static final String ENGINES =
            "for engines, say --engines with --hosts, or --local-engines;" + " for the threads of each, --threads";

    /** What people write who come from there. */
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

    /** The words of the command line could not be understood. */
    int wrongWords(ParameterException wrong, String[] words) {
        CommandLine command = wrong.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        if (wrong.getCause() instanceof PlanException plan) {
            return said(name, plan, ExitCode.WRONG_USAGE, false);
        }
        console.error(name + ": " + message(wrong, command) + "\n'" + name + " --help' shows what there is");
        return ExitCode.WRONG_USAGE;
    }

    private static String message(ParameterException wrong, CommandLine command) {
        if (wrong instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String word = VisibleText.line(unmatched.getUnmatched().get(0));
            String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (word.startsWith("-")) {
                String ours = MPIRUN.getOrDefault(option, "");
                if (command.getCommandSpec().findOption("--hosts") != null && !ours.isEmpty()) {
                    return "unknown option '" + option + "': " + ours;
                }
                List<String> names =
                        new ArrayList<>(command.getCommandSpec().optionsMap().keySet());
                names.addAll(command.getCommandSpec().negatedOptionsMap().keySet());
                names.removeIf(known -> !known.startsWith("--"));
                return "unknown option '" + option + "'" + Nearest.hint(option, names);
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
        String badValue = badValue(wrong);
        if (!badValue.isEmpty()) {
            return badValue;
        }
        String text = String.valueOf(wrong.getMessage());
        return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }

    /** A value of the wrong kind; empty if that is not what is wrong. */
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
        String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
        String place = argument instanceof OptionSpec option
                        && wrong.getCommandLine().getDefaultValueProvider() instanceof SettingsProvider settings
                ? settings.place(option, value)
                : "";
        return (place.isEmpty() ? "" : place + ": ") + name + ": expected " + kind + ", found '"
                + VisibleText.line(value) + "'";
    }

    /** The command was understood and did not work out. */
    int thrown(Exception thrown, String name, boolean verbose) {
        if (thrown instanceof PlanException || thrown instanceof UsageException) {
            return said(name, thrown, ExitCode.WRONG_USAGE, verbose);
        }
        if (thrown instanceof NoHostsException) {
            return said(name, thrown, ExitCode.NO_HOSTS, verbose);
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
        console.error(name + ": a fault of MOIDE's own: " + thrown
                + (verbose ? "" : "\nwith --verbose before the application you see where; please report it"));
        if (verbose) {
            console.error(trace(thrown));
        }
        return ExitCode.FAILED;
    }

    private int said(String name, Exception thrown, int exitCode, boolean verbose) {
        String message = thrown.getMessage();
        console.error(name + ": " + (message == null ? thrown.toString() : message));
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
