package org.moide.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * A layout of help that extends picocli's: options and commands under headings, and examples that wrap within their
 * column.
 */
final class HelpPages {
    /** The greatest number of options in one list without headings. */
    private static final int MOST_IN_ONE_LIST = 12;

    /** The number of spaces before and after a command's name. */
    private static final int MARGIN = 2;

    private static final int INDENT = 4;

    private HelpPages() {}

    /**
     * Sets this layout for all commands.
     *
     * @param headings the headings of top-level commands
     */
    static void install(CommandLine line, Map<String, String> headings) {
        Map<String, IHelpSectionRenderer> sections = new HashMap<>(line.getHelpSectionMap());
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpPages::options);
        sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpPages::footer);
        line.setHelpSectionMap(sections);
        // Commands below the first level have no headings.
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> commands(help, headings));
    }

    private static String options(Help help) {
        List<OptionSpec> shown = help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .sorted(Comparator.comparingInt(OptionSpec::order))
                .toList();
        if (shown.size() <= MOST_IN_ONE_LIST) {
            return help.optionList();
        }
        StringBuilder text = new StringBuilder();
        for (HelpGroup group : HelpGroup.values()) {
            List<OptionSpec> ofGroup =
                    shown.stream().filter(option -> group == groupOf(option)).toList();
            if (!ofGroup.isEmpty()) {
                Help.Layout layout =
                        help.createDefaultLayout(shown, help.commandSpec().positionalParameters(), help.colorScheme());
                text.append(String.format("%n%s:%n", group.heading()))
                        .append(help.optionListExcludingGroups(ofGroup, layout, null, help.parameterLabelRenderer()));
            }
        }
        return text.toString();
    }

    private static HelpGroup groupOf(OptionSpec option) {
        Use use = OptionUses.use(option);
        return use == null ? HelpGroup.HELP : use.group();
    }

    private static String commands(Help help, Map<String, String> headings) {
        Map<String, Help> below = help.subcommands();
        int width = below.keySet().stream().mapToInt(String::length).max().orElse(1) + 2 * MARGIN;
        StringBuilder text = new StringBuilder();
        for (String heading : new LinkedHashSet<>(headings.values())) {
            text.append(String.format("%n%s:%n", heading));
            below.forEach((name, command) -> {
                if (heading.equals(headings.get(name))) {
                    String[] header = command.commandSpec().usageMessage().header();
                    String line = String.format("  %-" + (width - MARGIN) + "s%s", name, String.join(" ", header));
                    lines(line, width, help.commandSpec().usageMessage().width())
                            .forEach(part -> text.append(part).append(System.lineSeparator()));
                }
            });
        }
        return text.toString();
    }

    private static String footer(Help help) {
        StringBuilder text = new StringBuilder();
        for (String line : help.commandSpec().usageMessage().footer()) {
            lines(line, column(line), help.commandSpec().usageMessage().width())
                    .forEach(part -> text.append(part).append(System.lineSeparator()));
        }
        return text.toString();
    }

    /**
     * Returns the column in which the rest of a wrapped line continues: the column after the first gap of two spaces,
     * otherwise a few columns right of the line's beginning; 0 for a line without indentation.
     */
    static int column(String line) {
        int words = indentOf(line);
        int gap = words == 0 ? -1 : line.indexOf("  ", words);
        if (gap < 0) {
            return words == 0 ? 0 : words + INDENT;
        }
        return gap + indentOf(line.substring(gap));
    }

    private static int indentOf(String line) {
        return line.length() - line.stripLeading().length();
    }

    /**
     * Splits a line at spaces into lines of at most {@code width} characters.
     *
     * @param column the indentation of all lines but the first
     */
    static List<String> lines(String line, int column, int width) {
        List<String> lines = new ArrayList<>();
        String rest = line;
        while (rest.length() > width) {
            int begin = indentOf(rest);
            int end = rest.lastIndexOf(' ', width);
            if (end <= begin) {
                break; // a single word wider than the page
            }
            lines.add(rest.substring(0, end).stripTrailing());
            int behind = column < width / 2 || column < end ? column : INDENT;
            rest = " ".repeat(behind) + rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }
}
