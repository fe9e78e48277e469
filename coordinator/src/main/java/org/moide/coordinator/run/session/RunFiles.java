package org.moide.coordinator.run.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.coordinator.plan.PlanException;
import org.moide.engine.compute.NamedFiles;
import org.moide.engine.loading.Digests;
import org.moide.engine.loading.FileReference;

/** The files of {@code --files}, as they were when the run began. Immutable; any thread. */
public final class RunFiles {
    public static final RunFiles NONE = new RunFiles(List.of());

    private final List<Entry> entries;

    private RunFiles(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * One file.
     *
     * @param path its absolute path on this machine
     * @param reference the reference to its content
     */
    public record Entry(Path path, FileReference reference) {}

    /**
     * Reads each file once.
     *
     * @throws PlanException if a file cannot be read, or changes meanwhile
     */
    public static RunFiles read(List<Path> paths) {
        List<Entry> entries = new ArrayList<>();
        for (Path path : paths) {
            Path absolute = path.toAbsolutePath();
            try {
                FileTime before = Files.getLastModifiedTime(absolute);
                long bytes = Files.size(absolute);
                String digest = Digests.of(absolute);
                if (Files.size(absolute) != bytes
                        || !Files.getLastModifiedTime(absolute).equals(before)) {
                    throw new PlanException("--files: " + absolute + " was changed while it was read; start the run"
                            + " when nobody writes it");
                }
                entries.add(
                        new Entry(absolute, new FileReference(String.valueOf(absolute.getFileName()), digest, bytes)));
            } catch (IOException unreadable) {
                throw new PlanException("--files: cannot read " + absolute + ": " + unreadable.getMessage());
            }
        }
        return new RunFiles(entries);
    }

    public List<Entry> entries() {
        return entries;
    }

    public List<FileReference> references() {
        return entries.stream().map(Entry::reference).toList();
    }

    /** Returns the files for processes on this machine, which find them where the user has them. */
    public NamedFiles here() {
        Map<String, String> paths = new LinkedHashMap<>();
        entries.forEach(
                entry -> paths.put(entry.reference().name(), entry.path().toString()));
        return new NamedFiles(paths);
    }
}
