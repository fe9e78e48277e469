package org.moide.coordinator.cli;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.Nearest;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The value of an option that the command line does not give: the variable {@code MOIDE_LOCAL_ENGINES} for {@code
 * --local-engines}, else the line {@code local-engines=} of the first {@code moide.properties} that has one. A file with a
 * relative name lies in the current folder, and may say only what {@link Use#here} allows.
 */
final class SettingsProvider implements IDefaultValueProvider {
    static final String FILE = "moide.properties";

    private static final String PREFIX = "MOIDE_";

    /** Variables that are no options: of the script {@code moide}, and of tests. */
    private static final Pattern OTHERS = Pattern.compile("MOIDE_(HOME|JAVA_HOME|JAVA_OPTS|BUILD|SAMPLES|TEST_\\w+)");

    /** Kubernetes makes these for each pod that is younger than a service which is called moide, or moide-something. */
    private static final Pattern OF_SERVICES =
            Pattern.compile("MOIDE_\\w*(SERVICE_HOST|SERVICE_PORT\\w*|PORT_\\d+_(TCP|UDP|SCTP)\\w*)");

    private static final Pattern PORT_OF_SERVICE = Pattern.compile("(tcp|udp|sctp)://.*");

    private final Map<String, String> variables;
    private final List<Settings> files;

    /** Of one file. */
    private record Settings(Path file, String text, Map<String, String> values) {
        boolean isHere() {
            return !file.isAbsolute();
        }

        /** For messages: the file, and the line on which this name stands. */
        String where(String name) {
            List<String> lines = text.lines().toList();
            for (int line = 0; line < lines.size(); line++) {
                if (lines.get(line).strip().matches(Pattern.quote(name) + "(\\s*[=:].*|\\s.*|)")) {
                    return file + ", line " + (line + 1);
                }
            }
            return file.toString();
        }
    }

    /**
     * Reads the files.
     *
     * @param variables the process's environment
     * @param places where to look, the first to win; those that are not there are left out
     */
    SettingsProvider(Map<String, String> variables, List<Path> places) {
        this.variables = variables.entrySet().stream()
                .filter(variable -> variable.getKey().startsWith(PREFIX)
                        && !variable.getValue().isEmpty()
                        && !OTHERS.matcher(variable.getKey()).matches()
                        && !OF_SERVICES.matcher(variable.getKey()).matches()
                        && !PORT_OF_SERVICE.matcher(variable.getValue()).matches())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        this.files = places.stream()
                .filter(Files::isRegularFile)
                .map(SettingsProvider::read)
                .toList();
    }

    /**
     * Refuses variables and lines that no option reads, since a misspelt one would be without effect, and lines of a file of
     * the current folder that may not stand there.
     *
     * @param options all options of all commands; made only if there is something to look at
     * @throws PlanException naming the variable or the line
     */
    void check(Supplier<List<OptionSpec>> options) {
        if (files.isEmpty() && variables.isEmpty()) {
            return;
        }
        Map<String, List<OptionSpec>> byName = options.get().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp() && !OptionUses.isOnlyTyped(option))
                .collect(Collectors.groupingBy(SettingsProvider::key, TreeMap::new, Collectors.toList()));
        Map<String, String> known = new TreeMap<>();
        byName.keySet().forEach(name -> known.put(variable(name), name));
        for (String variable : new TreeSet<>(variables.keySet())) {
            if (!known.containsKey(variable)) {
                throw new PlanException("the variable " + variable + ": no option is called so"
                        + Nearest.hint(variable, known.keySet()));
            }
        }
        for (Settings settings : files) {
            settings.values().forEach((name, value) -> check(settings, name, value, byName));
        }
    }

    private static void check(Settings settings, String name, String value, Map<String, List<OptionSpec>> byName) {
        List<OptionSpec> meant = byName.getOrDefault(name, List.of());
        if (meant.isEmpty()) {
            throw new PlanException(settings.where(name) + ": no option is called '" + name + "'"
                    + Nearest.hint(name, byName.keySet()));
        }
        if (settings.isHere() && meant.stream().noneMatch(option -> mayStandHere(option, value))) {
            throw new PlanException(settings.where(name) + ": '" + name + "=" + value.replaceAll("\\p{Cntrl}", "?")
                    + "' may not stand in a file of the current folder, which may be somebody else's: expected it in"
                    + " ~/.moide/" + FILE + ", as the variable " + variable(name) + ", or as --" + name);
        }
    }

    private static boolean mayStandHere(OptionSpec option, String value) {
        Use use = OptionUses.use(option);
        return use != null && !use.here().isEmpty() && value.matches(use.here());
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
            return null;
        }
        if (variables.isEmpty() && files.isEmpty()) {
            return null;
        }
        String name = key(option);
        String value = value(option, name);
        return value == null || OptionUses.isOnlyTyped(option) ? null : value;
    }

    private @Nullable String value(OptionSpec option, String name) {
        String variable = variables.get(variable(name));
        if (variable != null) {
            return variable;
        }
        for (Settings settings : files) {
            String value = settings.values().get(name);
            if (value != null && (!settings.isHere() || mayStandHere(option, value))) {
                return value;
            }
        }
        return null;
    }

    private static String variable(String name) {
        return PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** The longest name, without its dashes. */
    static String key(OptionSpec option) {
        return option.longestName().replaceFirst("^-+", "");
    }

    private static Settings read(Path file) {
        String text = TextFile.read(file, "");
        Map<String, String> values = new TreeMap<>();
        Properties lines = new Properties() {
            private static final long serialVersionUID = 1L;

            @Override
            public synchronized Object put(Object name, Object value) {
                if (values.put(String.valueOf(name), String.valueOf(value).strip()) != null) {
                    throw new PlanException(file + ": expected '" + name + "' once, found it twice");
                }
                return super.put(name, value);
            }
        };
        try {
            lines.load(new StringReader(text));
        } catch (IOException | IllegalArgumentException malformed) {
            throw new PlanException(
                    file + ": expected lines of name=value, found a \\u without four hexadecimal digits", malformed);
        }
        return new Settings(file, text, values);
    }
}
