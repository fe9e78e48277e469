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
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.ClusterSecret;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.SharedRun;
import org.moide.engine.host.RunOwner;

/**
 * The folder of a run, for processes that only look at it. It caches nothing: every method reads the disk. Thread-safe.
 *
 * <p>A lock on a file shows whether the coordinator lives, since the system releases the lock when the process ends in
 * any way. The process that holds the lock must not open that file again, because closing it would release the lock.
 */
public final class RunFolder {
    static final String DESCRIPTION = "run.json";
    static final String OWNER = "owner";
    static final String LOCK = "lock";
    static final String CONTROL = "control";
    static final String SECRET = "secret";
    static final String ENDED = "ended";

    /** The file with the number of threads that the run has on this machine. It stays after the end of the run. */
    static final String HELD = "threads";

    /** The file whose existence shows that engines were told to compute. */
    static final String BEGAN = "began";

    /**
     * The reserved file that is renamed to {@link #ENDED} at the run's end. It is created at the start, so that a disk
     * which is full at the end does no harm.
     */
    static final String ROOM_FOR_END = "ending";

    /** The file that counts the coordinators that the run has had. It exists only if there was more than one. */
    static final String TERM = "term";

    static final String JOURNAL = "journal";
    static final String OBJECTS = "objects";

    private final Path path;
    private final String host;

    /**
     * Creates the view of a run's folder.
     *
     * @param host this host's name
     */
    RunFolder(Path path, String host) {
        this.path = path;
        this.host = host;
    }

    public String id() {
        return String.valueOf(path.getFileName());
    }

    public Path path() {
        return path;
    }

    /** Returns the path of the run's journal, which exists only if the run keeps one. */
    public Path journal() {
        return path.resolve(JOURNAL);
    }

    /**
     * Returns the folder for the data objects that tasks write. It exists only if tasks have written some.
     *
     * @param elsewhere another parent folder, to which a link in the run's folder then leads; null to use the run's
     *     folder
     * @throws IOException if the link cannot be created
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

    /** Deletes the data objects that tasks wrote, wherever they are. */
    void deleteObjects() throws IOException {
        Path here = path.resolve(OBJECTS);
        if (Files.isSymbolicLink(here)) {
            Path there = Files.readSymbolicLink(here);
            if (there.endsWith(objectsName())) { // otherwise MOIDE did not create the link
                Files.deleteIfExists(there);
            }
        }
        Files.deleteIfExists(here);
    }

    /**
     * Reads the run's description.
     *
     * @throws PlanException if it cannot be read
     */
    public RunDescription description() {
        Path file = path.resolve(DESCRIPTION);
        return DescriptionJson.read(read(file), file);
    }

    /** Returns the line that says how the run ended; null if it has not ended. */
    public @Nullable String ending() {
        Path file = path.resolve(ENDED);
        return Files.exists(file) ? read(file).strip() : null;
    }

    /** Returns the stage and the description of the run, as the files in the folder show them. */
    public RunSight sight() {
        RunSight.Stage stage = switch (state()) {
            case RUNNING -> hasBegun() ? RunSight.Stage.RUNNING : RunSight.Stage.STARTING;
            case ELSEWHERE -> RunSight.Stage.ELSEWHERE;
            case BROKEN_OFF -> RunSight.Stage.BROKEN_OFF;
            case FAILED_TO_START -> RunSight.Stage.FAILED_TO_START;
            case ENDED -> RunSight.Stage.ENDED;
        };
        String ending = ending();
        String said = ending == null ? "" : ending;
        long process = stage.isOver() ? 0 : coordinator();
        try {
            RunDescription description = description();
            return new RunSight(
                    id(),
                    description.words(),
                    description.owner(),
                    description.host(),
                    process,
                    description.startedAt(),
                    stage,
                    said,
                    RunSight.NO_EXIT_CODE,
                    false,
                    stage != RunSight.Stage.ELSEWHERE);
        } catch (PlanException unreadable) {
            String words = String.valueOf(unreadable.getMessage());
            return new RunSight(
                    id(),
                    words,
                    "",
                    host,
                    process,
                    null,
                    stage,
                    said,
                    RunSight.NO_EXIT_CODE,
                    false,
                    stage != RunSight.Stage.ELSEWHERE);
        }
    }

    /** Returns the process ID of the run's coordinator; 0 if unknown. */
    public long coordinator() {
        Owner owner = Owner.read(path.resolve(OWNER));
        return owner == null ? 0 : owner.processId();
    }

    private @Nullable HeldThreads heldHere() {
        HeldThreads held = HeldThreads.read(path.resolve(HELD));
        return held != null && held.threads() > 0 && held.host().equals(host) ? held : null;
    }

    /** Returns whether this process coordinates the run. */
    private boolean isOwn() {
        Owner owner = Owner.read(path.resolve(OWNER));
        return owner != null && owner.isThisProcess();
    }

    /**
     * Returns how many threads the run has on this machine now, in the form that other runs use. Returns null if it has
     * none, if this process coordinates the run, or if the coordinator is on another host.
     *
     * @param owner the owner of all runs in these folders
     */
    @Nullable
    HostedRun sharing(RunOwner owner) {
        HeldThreads held = Files.exists(path.resolve(ENDED)) ? null : heldHere();
        return held == null || isOwn() || state() != RunState.RUNNING
                ? null
                : new HostedRun(id(), held.engines(), held.threads(), owner, held.since());
    }

    /**
     * Returns how many threads the run has had on this machine since {@code from}, and when they left. Returns null if
     * it had none, or if this process coordinates the run.
     *
     * @param owner the owner of all runs in these folders
     */
    @Nullable
    SharedRun shared(Instant from, RunOwner owner) throws IOException {
        HeldThreads held = heldHere();
        if (held == null) {
            return null;
        }
        Path end = path.resolve(ENDED);
        Instant ended = Files.exists(end) ? Files.getLastModifiedTime(end).toInstant() : null;
        boolean was = ended == null ? !isOwn() && state() == RunState.RUNNING : ended.isAfter(from);
        return was
                ? new SharedRun(new HostedRun(id(), held.engines(), held.threads(), owner, held.since()), ended)
                : null;
    }

    /** Returns the state of the run. Checks whether its coordinator lives. */
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
        if (isLocked(path.resolve(LOCK))) {
            return RunState.RUNNING;
        }
        return hasBegun() ? RunState.BROKEN_OFF : RunState.FAILED_TO_START;
    }

    /** Returns whether the run's engines were told to compute. */
    boolean hasBegun() {
        try {
            return Files.exists(path.resolve(BEGAN))
                    || (Files.exists(journal()) && Files.size(journal()) > 0); // the disk had no space for the mark
        } catch (IOException unreadable) {
            return true; // it is worse to lose a run than to say wrongly that it can be resumed
        }
    }

    /** Returns whether any process, possibly this one, has a lock on this file. */
    static boolean isLocked(Path lockFile) {
        try (FileChannel file = FileChannel.open(lockFile, StandardOpenOption.READ)) {
            // Tries a shared lock, so that two processes which look at once do not take each other for the coordinator.
            FileLock lock = file.tryLock(0, Long.MAX_VALUE, true);
            return lock == null;
        } catch (OverlappingFileLockException ours) {
            return true;
        } catch (IOException noLock) {
            return false;
        }
    }

    /**
     * Returns the address at which the coordinator accepts commands.
     *
     * @throws PlanException if the coordinator does not accept commands yet
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

    /** Returns when engines were told to compute the last time; null if that is not known. */
    @Nullable
    FileTime begunAt() {
        try {
            return Files.getLastModifiedTime(path.resolve(BEGAN));
        } catch (IOException none) {
            return null;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new PlanException("cannot read " + file + ": " + unreadable.getMessage());
        }
    }

    /** Deletes the folder. Also deletes the run's data objects if they are in another folder. */
    void delete() throws IOException {
        deleteObjects();
        deleteAll(path);
    }

    /** Deletes a folder with all that is in it. */
    static void deleteAll(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException vanished) {
            throw vanished.getCause(); // its owner deletes it at the same time
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
