package org.moide.balance.strategy;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.moide.commlib.port.FixedOrder;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.PropertiesText;
import org.moide.commlib.system.UserText;

/**
 * A strategy's name and parameters, read at the start and sent to every member.
 *
 * @param name as in the option {@code --strategy}
 * @param settings by parameter name
 * @param files the contents of files that settings name, by the file name in the setting
 */
public record StrategySpec(String name, Map<String, Setting> settings, Map<String, String> files)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The prefix of a setting that names a file, relative to the parameters' file. */
    static final String FILE = "file:";

    /** The longest file that is read. A topology of thousands of members is shorter. */
    private static final int LONGEST_FILE_BYTES = 4 << 20;

    /**
     * The value of one parameter.
     *
     * @param where file and line, for errors; empty if it did not come from a file
     */
    public record Setting(String value, String where) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    public StrategySpec {
        settings = FixedOrder.copyOf(settings);
        files = FixedOrder.copyOf(files);
    }

    /** Makes the description of a strategy with default parameters. */
    public static StrategySpec of(String name) {
        return new StrategySpec(name, Map.of(), Map.of());
    }

    /** Makes the description of a strategy with some parameters set. */
    public static StrategySpec of(String name, Map<String, String> parameters) {
        Map<String, Setting> settings = new HashMap<>();
        parameters.forEach((parameter, value) -> settings.put(parameter, new Setting(value, "")));
        return new StrategySpec(name, settings, Map.of());
    }

    /**
     * Reads parameters from a properties file, and the files that they name.
     *
     * @throws IOException if a file cannot be read
     * @throws IllegalArgumentException for a malformed line, or a parameter given twice; names file and line
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
