package org.moide.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.Ownership;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.PropertiesText;
import org.moide.coordinator.plan.Nearest;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The values of options that are not on the command line. For example, the value of {@code --local-engines} comes from
 * the environment variable {@code MOIDE_LOCAL_ENGINES}, otherwise from the line {@code local-engines=} of the first
 * file {@code moide.properties} that has such a line. A file with a relative path is that of the current folder; it may
 * set only the values that {@link Use#here} allows.
 */
final class SettingsProvider implements IDefaultValueProvider {
    static final String FILE = "moide.properties";

    private static final String PREFIX = "MOIDE_";

    /** The pattern of environment variables that belong to the script or the tests and are not options. */
    private static final Pattern OTHERS =
            Pattern.compile("MOIDE_(HOME|JAVA_HOME|JAVA_OPTS|BUILD|SAMPLES|ENGINE_MARK|TEST_\\w+)");

    /** The pattern of environment variables that Kubernetes sets for services whose names begin with moide. */
    private static final Pattern OF_SERVICES =
            Pattern.compile("MOIDE_\\w*(SERVICE_HOST|SERVICE_PORT\\w*|PORT_\\d+_(TCP|UDP|SCTP)\\w*)");

    private static final Pattern PORT_OF_SERVICE = Pattern.compile("(tcp|udp|sctp)://.*");

    private final Map<String, String> variables;
    private final List<String> skipped = new ArrayList<>();
    private final List<Settings> files;

    /** The lines of one settings file by option name. */
    private record Settings(Path file, Map<String, PropertiesText.Line> lines) {
        boolean isHere() {
            return !file.isAbsolute();
        }
    }

    /**
     * Reads the files.
     *
     * @param variables the process's environment variables
     * @param places the paths of the settings files in order of precedence; missing files are skipped
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
                .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS))
                .filter(this::isObeyed)
                .map(SettingsProvider::read)
                .toList();
    }

    /** Returns whether a file is to be read. A file of the current folder is ignored if other users can write it. */
    private boolean isObeyed(Path file) {
        if (file.isAbsolute()) {
            if (!Files.isRegularFile(file)) {
                throw new PlanException("expected a file of settings, found that " + file + " is none");
            }
            return true;
        }
        String wrong;
        try {
            wrong = Files.isRegularFile(file) ? new Ownership().ofFile(file) : "it is no file";
        } catch (IOException unreadable) {
            wrong = FileTrouble.whenReading(unreadable);
        }
        if (!wrong.isEmpty()) {
            skipped.add("does not read " + file.toAbsolutePath() + ", since " + wrong);
        }
        return wrong.isEmpty();
    }

    /** Returns a line for each settings file that exists and was not read, with the reason. */
    List<String> skipped() {
        return List.copyOf(skipped);
    }

    /** Returns the files that were read, in order of precedence; empty if there are none. */
    String origin() {
        return files.stream()
                .map(settings -> settings.file().toAbsolutePath().toString())
                .collect(Collectors.joining(", then "));
    }

    /**
     * Refuses environment variables and lines that no option reads, since a misspelt one would silently have no effect.
     * Also refuses lines that are not allowed in the current folder's file.
     *
     * @param options all options of all commands; evaluated only if there is something to check
     * @throws PlanException naming the variable or the line
     */
    void check(Supplier<List<OptionSpec>> options) {
        if (files.isEmpty() && variables.isEmpty()) {
            return;
        }
        List<OptionSpec> all = options.get();
        Map<String, List<OptionSpec>> byName = all.stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp() && !OptionUses.isOnlyTyped(option))
                .collect(Collectors.groupingBy(SettingsProvider::key, TreeMap::new, Collectors.toList()));
        Map<String, String> known = new TreeMap<>();
        byName.keySet().forEach(name -> known.put(variable(name), name));
        for (String variable : new TreeSet<>(variables.keySet())) {
            if (!known.containsKey(variable)) {
                throw new PlanException("the variable " + variable + ": "
                        + unknown("so", plain(variable), byName.keySet(), all, Nearest.hint(variable, known.keySet())));
            }
        }
        for (Settings settings : files) {
            settings.lines().forEach((name, line) -> check(settings, name, line, byName, all));
        }
    }

    /**
     * Converts an option's name, written as on the command line, as an environment variable or with capitals, to its
     * form in a settings file.
     */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceFirst("^(-+|moide_)", "").replace('_', '-');
    }

    private static String unknown(
            String called, String plain, Collection<String> settable, List<OptionSpec> all, String hint) {
        boolean onlyTyped = !settable.contains(plain)
                && all.stream().anyMatch(option -> key(option).equals(plain));
        return onlyTyped ? "expected --" + plain + " on the command line only" : "no option is called " + called + hint;
    }

    private static void check(
            Settings settings,
            String name,
            PropertiesText.Line line,
            Map<String, List<OptionSpec>> byName,
            List<OptionSpec> all) {
        String value = line.value().strip();
        List<OptionSpec> meant = byName.getOrDefault(name, List.of());
        if (meant.isEmpty()) {
            String plain = plain(name);
            throw new PlanException(line.where() + ": "
                    + unknown("'" + name + "'", plain, byName.keySet(), all, Nearest.hint(plain, byName.keySet())));
        }
        if (settings.isHere() && meant.stream().noneMatch(option -> mayStandHere(option, value))) {
            throw new PlanException(line.where() + ": '" + name + "=" + value.replaceAll("\\p{Cntrl}", "?")
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

    /** Returns the environment variable, or the file and line, that gives an option its value; empty if none does. */
    String origin(OptionSpec option) {
        String name = key(option);
        if (OptionUses.isOnlyTyped(option)) {
            return "";
        }
        if (variables.containsKey(variable(name))) {
            return "the variable " + variable(name);
        }
        PropertiesText.Line line = line(option, name);
        return line == null ? "" : line.where();
    }

    private @Nullable String value(OptionSpec option, String name) {
        String variable = variables.get(variable(name));
        PropertiesText.Line line = variable == null ? line(option, name) : null;
        return line == null ? variable : line.value().strip();
    }

    private PropertiesText.@Nullable Line line(OptionSpec option, String name) {
        for (Settings settings : files) {
            PropertiesText.Line line = settings.lines().get(name);
            if (line != null
                    && (!settings.isHere() || mayStandHere(option, line.value().strip()))) {
                return line;
            }
        }
        return null;
    }

    private static String variable(String name) {
        return PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** Returns an option's longest name without its dashes. */
    static String key(OptionSpec option) {
        return option.longestName().replaceFirst("^-+", "");
    }

    private static Settings read(Path file) {
        try {
            Map<String, PropertiesText.Line> lines = PropertiesText.parse(file.toString(), TextFile.read(file, ""));
            lines.forEach((name, line) -> check(name, line));
            return new Settings(file, lines);
        } catch (IllegalArgumentException malformed) {
            throw new PlanException(String.valueOf(malformed.getMessage()), malformed);
        }
    }

    /**
     * Refuses a line without a value, and one with quotes or a comment after its value. A shell would remove quotes and
     * comments; in a settings file they would become part of the value.
     */
    private static void check(String name, PropertiesText.Line line) {
        String value = line.value().strip();
        if (value.isEmpty()) {
            throw new PlanException(line.where() + ": expected a value of " + name + ", found none");
        }
        boolean isQuoted = value.matches("(?s)([\"']).*\\1");
        if (isQuoted) {
            throw new PlanException(line.where() + ": expected " + name + " without quotes, found " + value);
        }
        if (value.contains(" #")) {
            throw new PlanException(line.where()
                    + ": expected a comment on a line of its own, found it behind the value: " + name + "=" + value);
        }
    }
}
