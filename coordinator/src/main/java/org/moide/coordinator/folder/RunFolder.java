package org.moide.coordinator.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.ClusterSecret;
import org.moide.coordinator.plan.PlanException;

/**
 * One run's folder, as other commands see it. Nothing here is remembered: every question looks at the disk. Any thread.
 *
 * <p>Whether the coordinator lives is told by a lock on a file, which the system takes away with the process, however it
 * ends. The lock's file is opened by nobody who holds it: closing it again would give the lock up.
 */
public final class RunFolder {
    static final String DESCRIPTION = "run.json";
    static final String OWNER = "owner";
    static final String LOCK = "lock";
    static final String CONTROL = "control";
    static final String SECRET = "secret";
    static final String ENDED = "ended";

    /** Is there from when the engines are told to compute. */
    static final String BEGAN = "began";

    /** Becomes {@link #ENDED}: the room for it is taken when there is some. */
    static final String ROOM_FOR_END = "ending";

    static final String JOURNAL = "journal";
    static final String OBJECTS = "objects";

    private final Path path;
    private final String host;

    /**
     * The folder of a run.
     *
     * @param host this host's name
     */
    RunFolder(Path path, String host) {
        this.path = path;
        this.host = host;
    }

    /** The run's ID. */
    public String id() {
        return String.valueOf(path.getFileName());
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** Where the run's journal is, if it keeps one. */
    public Path journal() {
        return path.resolve(JOURNAL);
    }

    /**
     * Where the data objects are that tasks have written, if they have.
     *
     * @param elsewhere a folder for them; null for this one. Then a link here says where they are
     * @throws IOException if the link cannot be made
     */
    public Path objects(@Nullable Path elsewhere) throws IOException {
        Path here = path.resolve(OBJECTS);
        if (elsewhere == null) {
            return here;
        }
        Path there = elsewhere.toAbsolutePath().resolve(objectsName());
        if (!Files.isSymbolicLink(here)) {
            Files.createSymbolicLink(here, there);
        }
        return there;
    }

    private String objectsName() {
        return "moide-" + id() + "-objects";
    }

    /** What tasks have written is not needed any more, wherever it is. */
    void deleteObjects() throws IOException {
        Path here = path.resolve(OBJECTS);
        if (Files.isSymbolicLink(here)) {
            Path there = Files.readSymbolicLink(here);
            if (there.endsWith(objectsName())) { // else the link is none of ours
                Files.deleteIfExists(there);
            }
        }
        Files.deleteIfExists(here);
    }

    /**
     * What the run is.
     *
     * @throws PlanException if it cannot be read
     */
    public RunDescription description() {
        Path file = path.resolve(DESCRIPTION);
        return DescriptionJson.read(read(file), file);
    }

    /** How the run ended, in a line; null if it did not. */
    public @Nullable String ending() {
        Path file = path.resolve(ENDED);
        return Files.exists(file) ? read(file).strip() : null;
    }

    /** The process of its coordinator; 0 if it was not written down. */
    public long coordinator() {
        Owner owner = Owner.read(path.resolve(OWNER));
        return owner == null ? 0 : owner.processId();
    }

    /** Whether its coordinator lives. */
    public RunState state() {
        if (Files.exists(path.resolve(ENDED))) {
            return RunState.ENDED;
        }
        Owner owner = Owner.read(path.resolve(OWNER));
        if (owner != null && !owner.host().equals(host)) {
            return RunState.ELSEWHERE;
        }
        if (owner != null && owner.isThisProcess()) {
            return RunState.RUNNING;
        }
        if (isLocked()) {
            return RunState.RUNNING;
        }
        return hasBegun() ? RunState.BROKEN_OFF : RunState.FAILED_TO_START;
    }

    private boolean hasBegun() {
        try {
            return Files.exists(path.resolve(BEGAN))
                    || (Files.exists(journal()) && Files.size(journal()) > 0); // there was no room for the mark
        } catch (IOException unreadable) {
            return true; // rather something that cannot be resumed than nothing
        }
    }

    private boolean isLocked() {
        try (FileChannel file = FileChannel.open(path.resolve(LOCK), StandardOpenOption.READ)) {
            // Shared: two that look at once must not take each other for the owner.
            FileLock lock = file.tryLock(0, Long.MAX_VALUE, true);
            return lock == null;
        } catch (OverlappingFileLockException ours) {
            return true;
        } catch (IOException noLock) {
            return false;
        }
    }

    /**
     * Where the coordinator answers.
     *
     * @throws PlanException if it does not answer commands
     */
    public ControlAddress control() {
        Path file = path.resolve(CONTROL);
        if (Files.notExists(file)) {
            throw new PlanException("run " + id() + " does not answer commands yet: try again in a moment");
        }
        try {
            return new ControlAddress(Integer.parseInt(read(file).strip()), ClusterSecret.load(path.resolve(SECRET)));
        } catch (NumberFormatException malformed) {
            throw new PlanException("expected a port in " + file + ", found something else");
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new PlanException("cannot read " + file + ": " + unreadable.getMessage());
        }
    }

    /** Removes it with all that is in it. */
    void delete() throws IOException {
        deleteObjects();
        List<Path> files;
        try (Stream<Path> all = Files.walk(path)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException vanished) {
            throw vanished.getCause(); // its owner puts it away at this moment
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public String toString() {
        return "run " + id() + " in " + path;
    }
}
