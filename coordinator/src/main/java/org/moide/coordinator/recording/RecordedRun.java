package org.moide.coordinator.recording;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.PlanException;

/** The recordings of one run, in its folder or in a bundle. One thread. */
public final class RecordedRun implements Closeable {
    private final String name;
    private final @Nullable FileSystem bundle;
    private final List<RecordingFiles.Part> parts;

    private RecordedRun(String name, @Nullable FileSystem bundle, List<RecordingFiles.Part> parts) {
        this.name = name;
        this.bundle = bundle;
        this.parts = parts;
    }

    /**
     * Those of a run's folder, or of a bundle's file.
     *
     * @throws PlanException if there are none
     */
    public static RecordedRun in(Path place) {
        FileSystem opened = null;
        try {
            boolean folder = Files.isDirectory(place);
            opened = folder ? null : FileSystems.newFileSystem(place);
            List<RecordingFiles.Part> parts = RecordingFiles.in(opened == null ? place : opened.getPath("/"));
            if (parts.isEmpty()) {
                throw new PlanException("expected a recording in " + place + ", found none: the run was started with"
                        + " --no-recording, by an older version, or never began");
            }
            FileSystem kept = opened;
            opened = null;
            return new RecordedRun(String.valueOf(place.getFileName()), kept, parts);
        } catch (IOException unreadable) {
            throw new PlanException("expected a run's folder or a bundle of 'moide bundle', found " + place
                    + ", which cannot be read: " + unreadable.getMessage());
        } catch (ProviderNotFoundException neither) {
            throw new PlanException(
                    "expected a run's folder or a bundle of 'moide bundle', found " + place + ", which is neither",
                    neither);
        } finally {
            closeQuietly(opened);
        }
    }

    /** All parts, in the order in which they were written. */
    public List<RecordingFiles.Part> parts() {
        return parts;
    }

    /** How many coordinators the run had. */
    public int lives() {
        return parts.get(parts.size() - 1).life();
    }

    /**
     * How the recording of one of its coordinators begins.
     *
     * @param life from 1
     * @throws PlanException if it is not there
     */
    public InputStream beginning(int life) throws IOException {
        for (RecordingFiles.Part part : parts) {
            if (part.life() == life && part.part() == 0) {
                return Files.newInputStream(part.file());
            }
        }
        throw new PlanException("expected a recording of coordinator 1 to " + lives() + " in " + name
                + ", found none of coordinator " + life);
    }

    /** Whether more was recorded of one of its coordinators than the beginning that can be replayed. */
    public boolean goesOn(int life) {
        return parts.stream().anyMatch(part -> part.life() == life && part.part() > 0);
    }

    @Override
    public void close() throws IOException {
        if (bundle != null) {
            bundle.close();
        }
    }

    private static void closeQuietly(@Nullable FileSystem opened) {
        try {
            if (opened != null) {
                opened.close();
            }
        } catch (IOException closed) {
            // It was only read.
        }
    }
}
