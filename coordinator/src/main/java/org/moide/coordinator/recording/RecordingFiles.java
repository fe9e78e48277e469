package org.moide.coordinator.recording;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names the files of recordings in a run's folder: {@code recording-2-0} is the first part of what the run's second
 * coordinator recorded. Later parts have the next numbers; only the last two of them are kept.
 */
public final class RecordingFiles {
    private static final Pattern NAME = Pattern.compile("recording-([1-9][0-9]{0,5})-(0|[1-9][0-9]{0,8})");

    private RecordingFiles() {}

    /**
     * A file with one part of a recording.
     *
     * @param life the number of the coordinator that recorded it, from 1
     * @param part the number of the part, from 0
     */
    public record Part(Path file, int life, int part) {}

    static Path file(Path folder, int life, int part) {
        return folder.resolve("recording-" + life + "-" + part);
    }

    /** Returns the part that a file contains, by the file's name; null if the file is no recording. */
    static @Nullable Part part(Path file) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        return name.matches() ? new Part(file, Integer.parseInt(name.group(1)), Integer.parseInt(name.group(2))) : null;
    }

    /** Returns all parts in a folder, in the order in which they were written. */
    public static List<Part> in(Path folder) throws IOException {
        List<Part> parts = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "recording-*")) {
            for (Path file : files) {
                Part part = part(file);
                if (part != null) {
                    parts.add(part);
                }
            }
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
        parts.sort(Comparator.comparingInt(Part::life).thenComparingInt(Part::part));
        return parts;
    }
}
