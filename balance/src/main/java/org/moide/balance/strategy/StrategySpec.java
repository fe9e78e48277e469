package org.moide.balance.strategy;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.PropertiesText;
import org.moide.commlib.system.UserText;

/**
 * A strategy and its parameters, as read at the start and sent to every member.
 *
 * @param name as {@code --strategy} takes it
 * @param settings by name
 * @param files the text of the files that settings name, by the file's name as it stands in the setting
 */
public record StrategySpec(String name, Map<String, Setting> settings, Map<String, String> files)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A setting of this form is the content of a file, looked for beside the parameters' own. */
    static final String FILE = "file:";

    /** A topology of thousands of members is shorter; a longer file is the wrong one. */
    private static final int LONGEST_FILE_BYTES = 4 << 20;

    /**
     * One parameter as it was given.
     *
     * @param where the file and the line it stands in, for errors; empty if it did not come from a file
     */
    public record Setting(String value, String where) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    public StrategySpec {
        settings = Map.copyOf(settings);
        files = Map.copyOf(files);
    }

    /** A strategy with its own parameters. */
    public static StrategySpec of(String name) {
        return new StrategySpec(name, Map.of(), Map.of());
    }

    /** A strategy with some parameters set. */
    public static StrategySpec of(String name, Map<String, String> parameters) {
        Map<String, Setting> settings = new HashMap<>();
        parameters.forEach((parameter, value) -> settings.put(parameter, new Setting(value, "")));
        return new StrategySpec(name, settings, Map.of());
    }

    /**
     * Reads parameters from a properties file, and the files that they name.
     *
     * @throws IOException if a file cannot be read
     * @throws IllegalArgumentException if a line cannot, or a parameter is given twice, with file and line
     */
    public static StrategySpec read(String name, Path file) throws IOException {
        Map<String, Setting> settings = new HashMap<>();
        PropertiesText.parse(file.toString(), UserText.read(file, LONGEST_FILE_BYTES))
                .forEach((parameter, line) -> settings.put(parameter, new Setting(line.value(), line.where())));
        return new StrategySpec(name, settings, filesOf(settings, file));
    }

    private static Map<String, String> filesOf(Map<String, Setting> settings, Path beside) throws IOException {
        Map<String, String> files = new HashMap<>();
        for (Setting setting : settings.values()) {
            String value = setting.value().strip();
            if (value.startsWith(FILE)) {
                String named = value.substring(FILE.length()).strip();
                try {
                    files.put(named, UserText.read(beside.resolveSibling(named), LONGEST_FILE_BYTES));
                } catch (IOException unreadable) {
                    throw new IOException(
                            "cannot read " + beside.resolveSibling(named) + ", which " + setting.where() + " names: "
                                    + FileTrouble.whenReading(unreadable),
                            unreadable);
                }
            }
        }
        return files;
    }
}
