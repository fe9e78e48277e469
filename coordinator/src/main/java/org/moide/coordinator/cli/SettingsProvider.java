package org.moide.coordinator.cli;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.Ownership;
import org.moide.commlib.system.FileTrouble;
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
    private final List<String> skipped = new ArrayList<>();
    private final List<Settings> files;

    /** Of one file. */
    private record Settings(Path file, Properties values) {}

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
                .filter(this::isObeyed)
                .map(SettingsProvider::read)
                .toList();
    }

    /** The current folder may be anybody's: what others can write there is not obeyed. */
    private boolean isObeyed(Path file) {
        if (file.isAbsolute()) {
            return true;
        }
        String wrong;
        try {
            wrong = new Ownership().ofFile(file);
        } catch (IOException unreadable) {
            wrong = FileTrouble.whenReading(unreadable);
        }
        if (!wrong.isEmpty()) {
            skipped.add("does not read " + file.toAbsolutePath() + ", since " + wrong);
        }
        return wrong.isEmpty();
    }

    /** Of each file that is there and not read, why. */
    List<String> skipped() {
        return List.copyOf(skipped);
    }

    /** Where the settings are from: the files that were read, the first to win; empty if there are none. */
    String origin() {
        return files.stream()
                .map(settings -> settings.file().toAbsolutePath().toString())
                .collect(Collectors.joining(", then "));
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
            for (String key : settings.values().stringPropertyNames()) {
                if (!names.contains(key)) {
                    throw new PlanException(
                            settings.file() + ": no option is called '" + key + "'" + Nearest.hint(key, names));
                }
            }
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
            String value = settings.values().getProperty(name);
            if (value != null) {
                return value.strip();
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

    private static Settings read(Path file) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(TextFile.read(file, "")));
        } catch (IOException | IllegalArgumentException malformed) {
            throw new PlanException(
                    file + ": expected lines of name=value, found a \\u without four hexadecimal digits", malformed);
        }
        return new Settings(file, properties);
    }
}
