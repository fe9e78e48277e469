package org.moide.coordinator.run.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.loading.Digests;
import org.moide.engine.loading.FileReference;

/** The files of {@code --files} as they were when the run began. Immutable. */
public final class RunFiles {
    /** The greatest number of files. It is limited because each order to start an engine contains all their names. */
    private static final int MOST_FILES = 4_096;

    public static final RunFiles NONE = new RunFiles(List.of());

    private final List<Entry> entries;

    private RunFiles(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * A file that the run ships to its hosts, as it was when the run began.
     *
     * @param path the absolute path on this machine
     * @param reference the name, size and digest of the content
     */
    public record Entry(Path path, FileReference reference) {}

    /**
     * Reads each file once; for a folder, all files in it.
     *
     * @throws PlanException if a file cannot be read or changes meanwhile, or if a folder has too many files
     */
    public static RunFiles read(List<Path> paths) {
        List<Entry> entries = new ArrayList<>();
        for (Path path : paths) {
            Path absolute = path.toAbsolutePath().normalize();
            for (Path file : Files.isDirectory(absolute) ? below(absolute) : List.of(absolute)) {
                entries.add(read(file, named(absolute, file)));
            }
        }
        if (entries.size() > MOST_FILES) {
            throw new PlanException(
                    "--files: expected at most " + MOST_FILES + " files, found more; pack them into one");
        }
        return new RunFiles(entries);
    }

    /**
     * Returns the name by which an application finds a file: the file's own name, or for a file of a folder, its path
     * from that folder on.
     *
     * @param path the file or folder that the user named
     */
    private static String named(Path path, Path file) {
        Path name = path.getFileName();
        String below =
                path.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
        return below.isEmpty() ? String.valueOf(name) : name + "/" + below;
    }

    /** Returns the files of a folder and of its subfolders, sorted. Links are followed. */
    private static List<Path> below(Path folder) {
        try (Stream<Path> walked = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            return walked.filter(Files::isRegularFile)
                    .limit(MOST_FILES + 1L)
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException unreadable) {
            throw new PlanException("--files: cannot read the folder " + folder + ": " + unreadable.getMessage());
        }
    }

    private static Entry read(Path absolute, String name) {
        if (!FileReference.isPath(name)) {
            throw new PlanException("--files: expected names that every host can give a file, found '"
                    + name.replaceAll("\\p{Cntrl}", "?") + "'; rename it");
        }
        try {
            FileTime before = Files.getLastModifiedTime(absolute);
            long bytes = Files.size(absolute);
            String digest = Digests.of(absolute);
            if (Files.size(absolute) != bytes
                    || !Files.getLastModifiedTime(absolute).equals(before)) {
                throw new PlanException("--files: " + absolute + " was changed while it was read; start the run"
                        + " when nobody writes it");
            }
            return new Entry(absolute, new FileReference(name, digest, bytes));
        } catch (IOException unreadable) {
            throw new PlanException("--files: cannot read " + absolute + ": " + unreadable.getMessage());
        }
    }

    public List<Entry> entries() {
        return entries;
    }

    public List<FileReference> references() {
        return entries.stream().map(Entry::reference).toList();
    }

    /** Returns the files for processes on this machine, where they are read at the paths that the user gave. */
    public NamedFiles here() {
        Map<String, String> paths = new LinkedHashMap<>();
        entries.forEach(
                entry -> paths.put(entry.reference().name(), entry.path().toString()));
        return new NamedFiles(paths);
    }
}
