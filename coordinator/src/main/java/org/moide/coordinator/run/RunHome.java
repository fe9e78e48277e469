package org.moide.coordinator.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.TaskRoom;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.GateException;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.folder.HeldThreads;
import org.moide.coordinator.folder.LaterFolder;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.folder.RunDescription;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.journal.BlockFile;
import org.moide.coordinator.journal.Held;
import org.moide.coordinator.journal.JournalRecord;
import org.moide.coordinator.journal.LazyDiskFile;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.recording.Recording;
import org.moide.coordinator.recording.RecordingFiles;
import org.moide.coordinator.recording.RecordingWriter;
import org.moide.coordinator.run.core.RunRecord;
import org.moide.coordinator.run.session.RunJournal;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.engine.host.RunOwner;

/**
 * The files of a run on this machine, in the run's folder, and the object that answers the user's other commands. If
 * the folder cannot be created, the run goes on without it. Then commands do not find the run, and it cannot be
 * resumed. Not thread-safe, except for commands.
 */
final class RunHome implements AutoCloseable {
    /**
     * The limit on the number of bytes of memory for a bag's tasks that wait to be lent. The tasks of the journal and
     * the results may each take as much again.
     */
    private static final long MEMORY_BYTES = Runtime.getRuntime().maxMemory() / 8;

    /**
     * The time after the start of a run at which the run begins to answer commands. Nobody asks about a run that is
     * shorter, and preparing to answer would take a third of such a run's time.
     */
    private static final long DOOR_AFTER_NANOS = Duration.ofMillis(100).toNanos();

    /**
     * The limits up to which a run of an executor writes nothing to disk. Nobody looks at such a short run afterwards,
     * and creating a folder would take half of its time.
     */
    private static final Held HELD = new Held(DOOR_AFTER_NANOS, 64 << 10);

    private final @Nullable LaterFolder folder;
    private final Held held;
    private final boolean taken;
    private final boolean strict;
    private final Consumer<String> notes;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile boolean closed;
    private long openingNanos;
    private volatile @Nullable RmiSpace door;
    private @Nullable RecordingWriter recording;

    /**
     * Creates the home.
     *
     * @param held the limits within which nothing is written to disk
     * @param taken whether the folder is that of an earlier coordinator, whose run is resumed
     * @param strict whether the run ends if the earlier coordinator left something damaged
     */
    private RunHome(@Nullable LaterFolder folder, Held held, boolean taken, boolean strict, Consumer<String> notes) {
        this.folder = folder;
        this.held = held;
        this.taken = taken;
        this.strict = strict;
        this.notes = notes;
    }

    /**
     * Creates the home of a new run.
     *
     * @param oneOfMany whether this process has many runs; then the folder is created only if the run takes long or
     *     fails
     */
    static RunHome create(String runId, RunPlan plan, String host, boolean oneOfMany, Consumer<String> notes) {
        RunDescription description = new RunDescription(
                runId,
                new SystemWallClock().instant(),
                host,
                owner(host),
                Path.of("").toAbsolutePath(),
                SoftwareVersion.current(),
                plan);
        try {
            RunFolders folders = RunFolders.ofThisUser(host);
            return oneOfMany
                    ? new RunHome(folders.later(description), HELD, false, false, notes)
                    : new RunHome(new LaterFolder(folders.create(description)), Held.NOTHING, false, false, notes);
        } catch (IOException impossible) {
            sayThatItIsWithoutFolder(notes, impossible);
            return new RunHome(null, Held.NOTHING, false, false, notes);
        }
    }

    /**
     * Returns the user and the host of this process, for the description of a run that it starts. Nobody checks them.
     */
    static String owner(String host) {
        return RunOwner.ofThisProcess(host).text();
    }

    private static void sayThatItIsWithoutFolder(Consumer<String> notes, IOException why) {
        notes.accept("goes on without a folder in " + ClusterSecret.defaultFolder()
                + ", so it can be neither asked nor resumed: " + FileTrouble.whenWriting(why)
                + "; MOIDE_HOME names another place");
    }

    /** Creates the object for a run that is resumed from this folder. */
    static RunHome of(OwnedRun folder, Consumer<String> notes) {
        return new RunHome(new LaterFolder(folder), Held.NOTHING, true, folder.isStrict(), notes);
    }

    /**
     * Returns the journal of a bag of tasks; null if the run has no folder.
     *
     * @param fingerprint the application's fingerprint, which is computed meanwhile
     * @throws PlanException if there is a journal already and it belongs to another application
     */
    @Nullable
    RunJournal journal(RunPlan plan, Future<String> fingerprint) throws InterruptedException {
        if (folder == null) {
            return null;
        }
        try {
            JournalRecord.Began began =
                    new JournalRecord.Began(plan.application().className(), fingerprint.get());
            if (plan.output().kept().dataFolder() != null) {
                folder.made(); // the link to the data folder is created in it
            }
            RunFolder place = folder.place();
            RunJournal found = new RunJournal(
                    // The thread that writes the journal creates the folder.
                    new LazyDiskFile(place.journal(), folder::made),
                    new LazyDiskFile(place.objects(plan.output().kept().dataFolder()), folder::made),
                    new TaskRoom(MEMORY_BYTES, BlockFile.reading(place.journal())),
                    began,
                    held);
            if (taken) {
                tellTrouble(found, place);
            }
            return found;
        } catch (IOException impossible) {
            return goesOnWithoutJournal(impossible);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException impossible) {
                return goesOnWithoutJournal(impossible);
            }
            throw new IllegalStateException(
                    "expected the fingerprint of an application, found none", failed.getCause());
        }
    }

    /**
     * Tells the user which part of an earlier coordinator's journal cannot be used. Throws an exception if the run may
     * only be resumed when nothing is damaged.
     */
    private void tellTrouble(RunJournal found, RunFolder place) {
        String trouble = found.isNew() && found.trouble().isEmpty()
                ? "has nothing: none of its work was written down, or the file is gone"
                : found.trouble();
        if (trouble.isEmpty()) {
            return;
        }
        if (strict && !found.isOnlyTorn()) {
            throw new PlanException("--strict: the journal " + place.journal() + " " + trouble
                    + "; without --strict that is done again");
        }
        notes.accept("the journal " + place.journal() + " " + trouble + "; that is done again");
    }

    private @Nullable RunJournal goesOnWithoutJournal(IOException why) {
        notes.accept("goes on without a journal, so it cannot be resumed: " + why.getMessage());
        return null;
    }

    /**
     * Returns the storage for tasks that wait to be lent. Tasks that exceed the memory limit go to a file, which is
     * beside the journal or in the folder for temporary files.
     */
    TaskRoom room() {
        BlockFile file = folder == null
                ? BlockFile.temporary(Path.of(System.getProperty("java.io.tmpdir")))
                : BlockFile.temporary(folder.place().path(), folder::made);
        return new TaskRoom(MEMORY_BYTES, file);
    }

    /** Returns the recording of all inputs of the run's core. A failing disk ends the recording, but not the run. */
    Recording recording(RunPorts ports) {
        if (folder == null) {
            return Recording.NONE;
        }
        Path path = folder.place().path();
        try {
            List<RecordingFiles.Part> before = folder.known() == null ? List.of() : RecordingFiles.in(path);
            int life = before.isEmpty() ? 1 : 1 + before.get(before.size() - 1).life();
            RecordingWriter begun = new RecordingWriter(
                    new RecordingWriter.Place(path, life, folder::made, held),
                    RecordingWriter.Limits.OF_A_RUN,
                    RunRecord::outlines,
                    why -> notes.accept("goes on without recording, so it cannot be replayed: " + why),
                    ports.around().signals(),
                    ports.around().threads());
            recording = begun;
            return begun;
        } catch (IOException unreadable) {
            notes.accept("goes on without recording, so it cannot be replayed: " + unreadable.getMessage());
            return Recording.NONE;
        }
    }

    /** Makes the run answer commands after a moment, unless the run ends before. Does not block. */
    void answer(RunControl run, RunPorts ports) {
        if (folder == null) {
            return;
        }
        openingNanos = ports.timing().moment().toNanos();
        // Most runs of an executor end before, and then no thread is started for them.
        CompletableFuture.delayedExecutor(DOOR_AFTER_NANOS, TimeUnit.NANOSECONDS, later -> {
                    if (closed) {
                        return;
                    }
                    Thread thread = ports.around().threads().newThread(later);
                    thread.setName("coordinator-door");
                    thread.start();
                })
                .execute(() -> openIfStillWanted(folder, run, ports));
    }

    private void openIfStillWanted(LaterFolder later, RunControl run, RunPorts ports) {
        opening.lock();
        try {
            if (!closed) {
                OwnedRun owned = later.made();
                secureRoomForEnd(owned);
                open(owned, run, ports);
            }
        } catch (IOException impossible) {
            sayThatItIsWithoutFolder(notes, impossible);
        } finally {
            opening.unlock();
        }
    }

    private void secureRoomForEnd(OwnedRun owned) {
        try {
            owned.secureRoomForEnd();
        } catch (IOException full) {
            notes.accept("found no room in " + owned.folder().path() + " in which to write down how the run ends: "
                    + FileTrouble.whenWriting(full));
        }
    }

    private void open(OwnedRun owned, RunControl run, RunPorts ports) {
        SystemRandomness randomness = new SystemRandomness();
        try {
            ClusterSecret secret = owned.makeSecret(randomness.generator());
            RmiSpace space = RmiSpace.open(RmiSpaceOptions.onLoopback(
                    "run-control",
                    secret,
                    ports.around().faults(),
                    ports.around().ticker(),
                    randomness.generator()));
            door = space;
            space.export(RunControl.class, RunControl.NAME, run);
            owned.answersAt(space.self().port());
        } catch (IOException | GateException impossible) {
            notes.accept("goes on without answering commands: " + impossible.getMessage());
        }
    }

    /** Returns whether the run has a folder. Its user's other commands find the run through the folder. */
    boolean hasFolder() {
        return folder != null;
    }

    /** Notes that the run is over. If the run does not answer commands yet, it will not begin to. */
    void over() {
        closed = true;
    }

    /**
     * Waits until another thread that may be exporting the object for commands has done so, after which the object can
     * be withdrawn. If no thread is exporting it now, none ever will.
     */
    private void awaitDoor() {
        closed = true;
        try {
            if (opening.tryLock(openingNanos, TimeUnit.NANOSECONDS)) {
                opening.unlock();
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    /** Notes in the folder that engines are about to compute. */
    void began() {
        mark(LaterFolder::began);
    }

    /** Notes in the folder how many threads the run has on this machine, for other runs of its user. Thread-safe. */
    void holds(HeldThreads threads) {
        mark(later -> later.holds(threads));
    }

    /**
     * Notes in the folder that no engine has computed anything, unless the folder has work of an earlier coordinator
     * that can still be resumed.
     */
    void neverBegan() {
        if (!taken) {
            mark(later -> later.made().neverBegan());
        }
    }

    private interface Mark {
        void set(LaterFolder folder) throws IOException;
    }

    private void mark(Mark mark) {
        if (folder != null) {
            try {
                mark.set(folder);
            } catch (IOException impossible) {
                notes.accept("cannot write down in " + folder.place().path() + " how far the run is: "
                        + impossible.getMessage());
            }
        }
    }

    /**
     * Notes in the folder that the run has ended.
     *
     * @param resumable whether the journal or the checkpoints are worth keeping
     * @param onDisk whether the run has checkpoints on disk, so that it needs no journal
     * @return whether another coordinator can resume the run
     */
    boolean ended(int exitCode, double seconds, boolean resumable, boolean onDisk) {
        if (folder == null) {
            return false;
        }
        awaitDoor(); // the files about it are deleted below
        boolean succeeded = exitCode == ExitCode.DONE && !resumable;
        if (succeeded && folder.giveUp()) {
            if (recording != null) {
                recording.abandon();
            }
            return false;
        }
        if (resumable && (onDisk || Files.exists(folder.place().journal()))) {
            notes.accept("'moide resume " + folder.place().id() + "' goes on where it was");
            return true;
        }
        String how = switch (exitCode) {
            case 0 -> "done";
            case ExitCode.INTERRUPTED -> "interrupted";
            default -> "failed, exit code " + exitCode;
        };
        try {
            folder.made().ended(String.format(Locale.ROOT, "%s after %.1f s", how, seconds));
        } catch (IOException stays) {
            notes.accept(
                    "cannot write down in " + folder.place().path() + " that the run has ended: " + stays.getMessage());
        }
        return false;
    }

    @Override
    public void close() {
        awaitDoor();
        RmiSpace open = door;
        if (open != null) {
            open.close();
        }
        if (recording != null) {
            recording.close();
        }
        OwnedRun owned = folder == null || folder.giveUp() ? null : folder.known();
        if (owned != null) {
            try {
                owned.close();
            } catch (IOException gone) {
                notes.accept("cannot let go of " + owned.folder().path() + ": " + gone.getMessage());
            }
        }
    }
}
