package org.moide.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;
import org.moide.hosts.ssh.SshSettings;
import picocli.CommandLine.Option;

/** Options for starting daemons on other hosts. */
final class SshOptions {
    private static final Pattern WORD = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

    @Use(group = HelpGroup.PLACE, places = RunPlace.SSH)
    @Option(
            names = "--ssh-command",
            order = 15,
            paramLabel = "<words>",
            description = "How ssh is called, as in 'ssh -F file' (default: ssh).")
    String command = "ssh";

    @Use(group = HelpGroup.PLACE, places = RunPlace.SSH)
    @Option(
            names = "--with-java",
            order = 15,
            description =
                    "Copy a JDK to hosts that do not have this version: that which runs this command, or that of --jdk.")
    boolean withJava;

    @Use(group = HelpGroup.PLACE, places = RunPlace.SSH)
    @With("--with-java")
    @Option(names = "--jdk", order = 15, paramLabel = "<folder>", description = "With --with-java: the JDK to copy.")
    @Nullable
    Path jdk;

    @Use(group = HelpGroup.PLACE, places = RunPlace.SSH)
    @Option(
            names = "--tunnel",
            order = 15,
            description =
                    "All connections to these hosts and between them go through ssh, where their ports are closed or"
                            + " ours to them.")
    boolean tunnel;

    /**
     * Returns the settings of these options.
     *
     * @param engineWords the arguments of {@code moide engine} on the hosts
     * @param run the process of the run that the daemons are for; empty if they are for all runs
     */
    SshSettings settings(List<String> engineWords, String run) {
        Path carried = jdk == null ? Path.of(System.getProperty("java.home", "")) : jdk;
        return new SshSettings(words(), withJava ? carried : null, engineWords, tunnel, run);
    }

    /**
     * Returns the arguments of the ssh command. They are separated by spaces; an argument in quotes may contain spaces.
     */
    List<String> words() {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command);
        int end = 0;
        while (word.find()) {
            if (!command.substring(end, word.start()).isBlank()) {
                throw unbalanced();
            }
            words.add(QUOTED.matcher(word.group())
                    .replaceAll(quoted ->
                            Matcher.quoteReplacement(quoted.group(1) == null ? quoted.group(2) : quoted.group(1))));
            end = word.end();
        }
        if (words.isEmpty() || !command.substring(end).isBlank()) {
            throw unbalanced();
        }
        return words;
    }

    private PlanException unbalanced() {
        return new PlanException("--ssh-command: expected words such as 'ssh -F file', found '" + command + "'");
    }
}
