package org.moide.balance.strategy;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.moide.commlib.system.FileTrouble;

/**
 * Which strategy, with which parameters, as it is read at the start and sent to every member.
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
        List<String> lines = text(file).lines().toList();
        int number = 0;
        while (number < lines.size()) {
            int first = number;
            StringBuilder logical = new StringBuilder(lines.get(number));
            number++;
            while (isContinued(logical) && number < lines.size()) {
                logical.append('\n').append(lines.get(number));
                number++;
            }
            String where = file + ", line " + (first + 1);
            for (Map.Entry<String, String> entry :
                    parsed(logical.toString(), where).entrySet()) {
                Setting before = settings.put(entry.getKey(), new Setting(entry.getValue(), where));
                if (before != null) {
                    throw new IllegalArgumentException(
                            "expected " + entry.getKey() + " once, found it in " + before.where() + " and in " + where);
                }
            }
        }
        return new StrategySpec(name, settings, filesOf(settings, file));
    }

    private static Map<String, String> filesOf(Map<String, Setting> settings, Path beside) throws IOException {
        Map<String, String> files = new HashMap<>();
        for (Setting setting : settings.values()) {
            String value = setting.value().strip();
            if (value.startsWith(FILE)) {
                String named = value.substring(FILE.length()).strip();
                try {
                    files.put(named, text(beside.resolveSibling(named)));
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

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LONGEST_FILE_BYTES + 1); // a device has no size, and maybe no end
            if (bytes.length > LONGEST_FILE_BYTES) {
                throw new IOException("expected at most " + LONGEST_FILE_BYTES + " bytes, found more");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        }
    }

    /** An odd number of backslashes at its end joins a line with the next. */
    private static boolean isContinued(CharSequence line) {
        int backslashes = 0;
        while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        String start = line.toString().stripLeading();
        return backslashes % 2 == 1 && !start.startsWith("#") && !start.startsWith("!");
    }

    private static Map<String, String> parsed(String line, String where) {
        Properties one = new Properties();
        try {
            one.load(new StringReader(line));
        } catch (IOException | IllegalArgumentException malformed) {
            throw new IllegalArgumentException(where + ": " + malformed.getMessage(), malformed);
        }
        Map<String, String> parsed = new HashMap<>();
        one.stringPropertyNames().forEach(name -> parsed.put(name, one.getProperty(name)));
        return parsed;
    }
}
