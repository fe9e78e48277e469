package org.moide.coordinator.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.system.PropertiesText;
import org.moide.coordinator.plan.Nearest;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The value of an option that the command line does not give: the variable {@code MOIDE_LOCAL_ENGINES} for {@code
 * --local-engines}, else the line {@code local-engines=} of the first {@code moide.properties} that has one.
 */
final class SettingsProvider implements IDefaultValueProvider {
    static final String FILE = "moide.properties";

    private final Map<String, String> variables;
    private final List<Settings> files;

    /** Of one file. */
    private record Settings(Map<String, PropertiesText.Line> lines) {}

    /**
     * Reads the files.
     *
     * @param variables the process's environment
     * @param places where to look, the first to win; those that are not there are left out
     */
    SettingsProvider(Map<String, String> variables, List<Path> places) {
        this.variables = Map.copyOf(variables);
        this.files = places.stream()
                .filter(Files::isRegularFile)
                .map(SettingsProvider::read)
                .toList();
    }

    /**
     * Refuses lines that no option reads, since a misspelt one would be without effect.
     *
     * @param names all options of all commands, without dashes
     * @throws PlanException naming the line
     */
    void check(Supplier<Set<String>> names) {
        if (!files.isEmpty()) {
            check(names.get());
        }
    }

    private void check(Set<String> names) {
        for (Settings settings : files) {
            settings.lines().forEach((key, line) -> {
                if (!names.contains(key)) {
                    throw new PlanException(
                            line.where() + ": no option is called '" + key + "'" + Nearest.hint(key, names));
                }
            });
        }
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
            return null;
        }
        String name = key(option);
        String variable = variables.get("MOIDE_" + name.toUpperCase(Locale.ROOT).replace('-', '_'));
        if (variable != null && !variable.isEmpty()) {
            return variable;
        }
        for (Settings settings : files) {
            PropertiesText.Line line = settings.lines().get(name);
            if (line != null) {
                return line.value().strip();
            }
        }
        return null;
    }

    /** The longest name, without its dashes. */
    static String key(OptionSpec option) {
        String name = option.longestName();
        int dashes = 0;
        while (dashes < name.length() && name.charAt(dashes) == '-') {
            dashes++;
        }
        return name.substring(dashes);
    }

    /** Those of one file. */
    static SettingsProvider of(Path file) {
        return new SettingsProvider(Map.of(), List.of(file));
    }

    private static Settings read(Path file) {
        try {
            Map<String, PropertiesText.Line> lines = PropertiesText.parse(file.toString(), TextFile.read(file, ""));
            lines.forEach((name, line) -> check(name, line));
            return new Settings(lines);
        } catch (IllegalArgumentException malformed) {
            throw new PlanException(String.valueOf(malformed.getMessage()), malformed);
        }
    }

    /** What a shell takes away is here a part of the value: a file would be called so. */
    private static void check(String name, PropertiesText.Line line) {
        String value = line.value().strip();
        boolean isQuoted =
                value.matches("(?s)([\"']).*\\1");
        if (isQuoted) {
            throw new PlanException(line.where() + ": expected " + name + " without quotes, found " + value);
        }
        if (value.contains(" #")) {
            throw new PlanException(line.where() + ": expected a comment on a line of its own, found it behind the value: "
                    + name + "=" + value);
        }
    }
}
