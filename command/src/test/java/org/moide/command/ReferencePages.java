package org.moide.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.moide.coordinator.plan.ProgramKind;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;

/** The pages of the reference: the help of a command and of all its subcommands. */
final class ReferencePages {
    private static final int COLUMNS = 100;
    private static final int MANUAL_COLUMNS = 78;

    private final CommandLine root;

    ReferencePages(CommandLine root) {
        this.root = root;
    }

    List<String> markdown() {
        Map<String, List<String>> helps = helps(COLUMNS);
        List<String> lines = new ArrayList<>(List.of(
                "# Commands and options",
                "",
                "What `moide help <command>` says, of every command; a test writes this page. The options of an application are",
                "said by `moide run <application> --help`.",
                ""));
        helps.keySet().forEach(name -> lines.add("- [" + name + "](#" + name.replace(' ', '-') + ")"));
        lines.add("- [Where options of a run have an effect](#where-options-of-a-run-have-an-effect)");
        lines.add("- [What options of other commands expect](#what-options-of-other-commands-expect)");
        helps.forEach((name, help) -> {
            lines.addAll(List.of("", "## " + name, "", "```"));
            lines.addAll(help);
            lines.add("```");
        });
        lines.addAll(table());
        lines.addAll(others());
        return lines;
    }

    /**
     * Returns a table with the rules of the options of all commands other than {@code run}. Options without rules are
     * left out.
     */
    private List<String> others() {
        List<String> lines = new ArrayList<>(List.of(
                "",
                "## What options of other commands expect",
                "",
                "*Typed*: no variable and no file of settings gives it a value. Options that expect nothing and may be said",
                "anywhere are left out.",
                "",
                "| command | option | beside others | typed |",
                "|---|---|---|---|"));
        for (CommandLine command : all(root)) {
            String name = command.getCommandSpec().qualifiedName().replaceFirst("^moide ?", "");
            OptionUses uses = new OptionUses(command.getCommandSpec());
            for (OptionSpec option : command.getCommandSpec().options()) {
                String beside = beside(uses, option);
                boolean typed = OptionUses.isOnlyTyped(option);
                if (!name.equals("run") && !option.usageHelp() && !option.hidden() && (typed || !beside.isEmpty())) {
                    lines.add("| " + name + " | `" + option.longestName() + "` | " + beside + " | "
                            + (typed ? "only" : "") + " |");
                }
            }
        }
        return lines;
    }

    private static List<CommandLine> all(CommandLine command) {
        List<CommandLine> all = new ArrayList<>(List.of(command));
        command.getSubcommands().values().forEach(below -> all.addAll(all(below)));
        return all;
    }

    private static String beside(OptionUses uses, OptionSpec option) {
        return uses.expected(option).stream()
                .flatMap(with -> Stream.of(words(uses, "with ", with.value()), words(uses, "without ", with.not())))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private static String words(OptionUses uses, String first, String[] names) {
        List<String> known = Stream.of(names).filter(uses::isKnown).toList();
        return known.isEmpty() ? "" : first + "`" + String.join("`, `", known) + "`";
    }

    /** Returns a table with the rules of the options of {@code run}. */
    private List<String> table() {
        List<String> lines = new ArrayList<>(List.of(
                "",
                "## Where options of a run have an effect",
                "",
                "Elsewhere an option is refused if it is typed, and passed over if a variable or a file has it. Threads are",
                "applications that implement `Application`; where a method is named, only those whose classes call it, as their",
                "class files say. *Here*: it may stand in `moide.properties` of the current folder.",
                "",
                "| option | programs | places | beside others | here |",
                "|---|---|---|---|---|"));
        OptionUses uses = new OptionUses(root.getSubcommands().get("run").getCommandSpec());
        for (OptionSpec option :
                root.getSubcommands().get("run").getCommandSpec().options()) {
            Use use = OptionUses.use(option);
            if (use == null || option.usageHelp()) {
                continue;
            }
            String programs = Stream.of(use.programs())
                    .filter(kind -> kind != ProgramKind.EXECUTOR)
                    .map(kind -> kind.name().toLowerCase(Locale.ROOT)
                            + (kind == ProgramKind.THREADS && use.calls().length > 0
                                    ? " (`" + String.join("`, `", use.calls()) + "`)"
                                    : "")
                            + (List.of(use.notAlone()).contains(kind) ? " on several engines" : ""))
                    .collect(Collectors.joining(", "));
            String places = Stream.of(use.places())
                    .map(place -> place.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
            lines.add("| `" + option.longestName() + "` | " + (programs.isEmpty() ? "all" : programs) + " | "
                    + (places.isEmpty() ? "all" : places) + " | " + beside(uses, option) + " | "
                    + here(use.here()) + " |");
        }
        return lines;
    }

    private static String here(String values) {
        return switch (values) {
            case "" -> "";
            case Use.HARMLESS -> "yes";
            default -> "a name";
        };
    }

    List<String> man() {
        List<String> lines = new ArrayList<>(List.of(
                ".\\\" A test writes this page from the command's help.",
                ".TH MOIDE 1 \"\" MOIDE \"User Commands\"",
                ".SH NAME",
                "moide \\- runs one Java class on every core of every machine you have",
                ".SH SYNOPSIS",
                ".B moide",
                "<command> [options]",
                ".SH COMMANDS"));
        helps(MANUAL_COLUMNS).forEach((name, help) -> {
            lines.addAll(List.of(".SS " + escaped(name), ".nf"));
            help.forEach(line -> lines.add(escaped(line)));
            lines.add(".fi");
        });
        lines.addAll(List.of(
                ".SH ENVIRONMENT",
                ".TP",
                ".B MOIDE_JAVA_HOME",
                "The Java to use, instead of the newest that is found.",
                ".TP",
                ".B MOIDE_JAVA_OPTS",
                "Further options of the command's own JVM.",
                ".TP",
                ".B MOIDE_HOME",
                "The folder in which MOIDE keeps",
                ".IR .moide ,",
                "instead of",
                ".BR HOME .",
                ".TP",
                ".B MOIDE_HOSTS, MOIDE_LOCAL_ENGINES, ...",
                "Any option that is not given.",
                ".SH FILES",
                ".TP",
                ".I ~/.moide/secret",
                "The secret of the cluster: who has it may run code on its hosts.",
                ".TP",
                ".I moide.properties, ~/.moide/moide.properties, conf/moide.properties",
                "Lines such as hosts=node1,node2, for options that are not given: of a folder (only what can do no harm), of a user,",
                "of an installation.",
                ".SH SEE ALSO",
                "The folder docs of the installation."));
        return lines;
    }

    /** Escapes a line for troff, so that it is not taken for a request. */
    static String escaped(String line) {
        String text = line.replace("\\", "\\e").replace("-", "\\-");
        return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
    }

    private Map<String, List<String>> helps(int columns) {
        Map<String, List<String>> helps = new LinkedHashMap<>();
        add(root, columns, helps);
        return helps;
    }

    private static void add(CommandLine command, int columns, Map<String, List<String>> helps) {
        command.setUsageHelpAutoWidth(false);
        command.setUsageHelpWidth(columns);
        List<String> help = command.getUsageMessage(Ansi.OFF)
                .lines()
                .map(String::stripTrailing)
                .toList();
        helps.put(command.getCommandSpec().qualifiedName(), help);
        command.getSubcommands().values().forEach(below -> add(below, columns, helps));
    }
}
