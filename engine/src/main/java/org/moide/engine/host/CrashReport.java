package org.moide.engine.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.OwnerOnly;
import org.moide.commlib.system.VisibleText;

/**
 * Collects the report that a JVM prints of its own crash. Only two of its thousand lines help the user, so they are
 * held back and written to a file when the JVM has ended. If an application only printed a similar beginning, the lines
 * are passed on later. One thread at a time.
 */
final class CrashReport {
    /** The greatest number of lines that are held back. Further lines of a longer report are passed on as they come. */
    static final int MOST_LINES = 20_000;

    /** Number of crash reports that are kept on a host. */
    private static final int FILES_KEPT = 5;

    private static final String PREFIX = "crash-";
    private static final String MARK = "#";
    private static final List<String> BEGINNINGS = List.of(
            "# A fatal error has been detected by the Java Runtime Environment:",
            "# There is insufficient memory for the Java Runtime Environment to continue.");
    private static final String FRAME = "# Problematic frame:";

    private final List<String> lines = new ArrayList<>();
    private boolean begun;

    /**
     * Takes the next line of a JVM's standard error.
     *
     * @return the lines that belong to no report and must be passed on
     */
    List<String> take(String line) {
        if (!begun && lines.isEmpty() && BEGINNINGS.contains(line)) {
            lines.add(MARK); // the marker stands behind text that the JVM was just writing
        } else if (!begun && lines.isEmpty() && !line.equals(MARK)) {
            return List.of(line);
        }
        lines.add(line);
        if (!begun && lines.size() == 2) {
            begun = BEGINNINGS.contains(line);
        }
        boolean isNone = !begun && lines.size() == 2;
        return isNone || lines.size() > MOST_LINES ? rest() : List.of();
    }

    /** Returns the lines that were held back and forgets them, because they are no crash report. */
    List<String> rest() {
        List<String> kept = List.copyOf(lines);
        lines.clear();
        begun = false;
        return kept;
    }

    /** Returns a summary of the crash; null if the JVM did not crash. */
    @Nullable
    String summary() {
        if (!begun) {
            return null;
        }
        int frame = lines.indexOf(FRAME);
        String what = lines.size() < 4 ? "" : text(3);
        if (what.isEmpty() && lines.size() > 2) {
            what = text(2); // for a lack of memory, the next line has the details
        }
        int comma = what.indexOf(" at pc=");
        return (comma < 0 ? what : what.substring(0, comma))
                + (frame < 0 || frame + 1 >= lines.size() ? "" : " in " + text(frame + 1));
    }

    private String text(int line) {
        return VisibleText.line(lines.get(line).replaceFirst("^# *", "").strip().replaceAll(" +", " "));
    }

    /**
     * Writes the report into the user's folder, and removes the oldest reports there.
     *
     * @return the path of the file
     * @throws IOException if the file cannot be written
     */
    Path keep(Path folder, long process) throws IOException {
        OwnerOnly.makeFolder(folder);
        List<Path> earlier = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .forEach(earlier::add);
        }
        earlier.sort(Comparator.comparing(CrashReport::age));
        for (Path old : earlier.subList(0, Math.max(0, earlier.size() - FILES_KEPT + 1))) {
            Files.deleteIfExists(old);
        }
        Path file = folder.resolve(PREFIX + process + ".txt");
        Files.deleteIfExists(file);
        return Files.writeString(OwnerOnly.makeFile(file), String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
    }

    private static long age(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (NoSuchFileException gone) {
            return 0;
        } catch (IOException unknown) {
            return Long.MAX_VALUE;
        }
    }
}
