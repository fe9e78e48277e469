package org.moide.coordinator.folder;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.OwnerOnly;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.plan.PlanException;

/**
 * A run's folder, as the run's coordinator uses it. The coordinator holds the folder's lock as long as this object is
 * open. Not thread-safe.
 */
public final class OwnedRun implements AutoCloseable {
    /**
     * The size in bytes of the file that is reserved for the line about the run's end. It is that of a block of a file
     * system. The line may have at most a tenth of it.
     */
    private static final int ROOM_FOR_END_BYTES = 4_096;

    private static final OpenOption[] WRITTEN = {StandardOpenOption.WRITE};
    private static final OpenOption[] ON_DISK = {StandardOpenOption.WRITE, StandardOpenOption.DSYNC};

    private final RunFolder folder;
    private final FileChannel lockFile;
    private boolean strict;
    private volatile boolean secured; // false in a short run, which does not wait for the disk at its end

    private OwnedRun(RunFolder folder, FileChannel lockFile) {
        this.folder = folder;
        this.lockFile = lockFile;
    }

    /**
     * Takes the lock of a folder for this process and writes that this process is the owner.
     *
     * @return the folder; null if another run or process has the lock
     */
    static @Nullable OwnedRun take(RunFolder folder, String host) throws IOException {
        OwnedRun owned = locked(folder);
        if (owned != null) {
            owned.replace(RunFolder.OWNER, Owner.thisProcess(host).text());
        }
        return owned;
    }

    /**
     * Takes the lock of a folder that already names this process as its owner. Returns null if another run or process
     * has the lock.
     */
    static @Nullable OwnedRun locked(RunFolder folder) throws IOException {
        Path file = folder.path().resolve(RunFolder.LOCK);
        FileChannel opened = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean taken = false;
        try {
            FileLock lock = opened.tryLock();
            taken = lock != null;
        } catch (OverlappingFileLockException ours) {
            // Another run in this process has the lock.
        } finally {
            if (!taken) {
                opened.close();
            }
        }
        return taken ? new OwnedRun(folder, opened) : null;
    }

    /**
     * Returns the term of this process as the run's coordinator: a number above those of all earlier coordinators. It
     * is on disk before this method returns.
     *
     * @throws PlanException if it cannot be written
     */
    public int nextTerm() {
        Path file = folder.path().resolve(RunFolder.TERM);
        try {
            int before = Files.exists(file)
                    ? Integer.parseInt(
                            Files.readString(file, StandardCharsets.UTF_8).strip())
                    : 1;
            replace(RunFolder.TERM, (before + 1) + "\n");
            return before + 1;
        } catch (IOException | NumberFormatException unusable) {
            throw new PlanException("cannot go on with run " + folder.id() + ": expected in " + file
                    + " how many coordinators it had, and room to write that there is one more, found "
                    + unusable.getMessage());
        }
    }

    /** Sets whether the run refuses to resume if any of its files is damaged or missing. Returns this object. */
    public OwnedRun strictly(boolean only) {
        strict = only;
        return this;
    }

    /** Returns whether the run refuses to resume if any of its files is damaged or missing. */
    public boolean isStrict() {
        return strict;
    }

    /** Returns the view of this folder that other processes use. */
    public RunFolder folder() {
        return folder;
    }

    /**
     * Creates a new secret in this folder, for whoever may read the folder. An earlier secret of the run is no longer
     * accepted.
     */
    public ClusterSecret makeSecret(SecureRandom randomness) throws IOException {
        Path file = folder.path().resolve(RunFolder.SECRET);
        Files.deleteIfExists(file);
        return ClusterSecret.loadOrCreate(file, randomness);
    }

    /** Writes the port at which this coordinator accepts commands. */
    public void answersAt(int port) throws IOException {
        replace(RunFolder.CONTROL, port + "\n");
    }

    /** Notes that engines are about to compute. From now on another coordinator may resume the run. */
    public void began() throws IOException {
        Path mark = folder.path().resolve(RunFolder.BEGAN);
        if (Files.notExists(mark)) {
            OwnerOnly.makeFile(mark);
        } else {
            // An earlier coordinator has created it; its time says when this one's engines were told to compute.
            Files.setLastModifiedTime(mark, FileTime.from(new SystemWallClock().instant()));
        }
    }

    /**
     * Writes how many threads the run has on this machine, so that other runs of its user can take them into account.
     */
    void holds(HeldThreads threads) throws IOException {
        replace(RunFolder.HELD, threads.text());
    }

    /**
     * Notes that no engine has computed anything and none will. Deletes all that is needed only for resuming the run.
     */
    public void neverBegan() throws IOException {
        delete(
                RunFolder.BEGAN,
                RunFolder.HELD,
                RunFolder.CONTROL,
                RunFolder.SECRET,
                RunFolder.JOURNAL,
                RunFolder.ROOM_FOR_END);
        folder.deleteObjects();
    }

    /**
     * Notes that the run has ended. Deletes its journal, its control address and the data that its tasks wrote. Works
     * on a full disk.
     *
     * @param how one line for the user about the end
     */
    public void ended(String how) throws IOException {
        writeIntoRoom(folder.path(), RunFolder.ENDED, how, secured ? ON_DISK : WRITTEN);
        delete(RunFolder.CONTROL, RunFolder.SECRET, RunFolder.JOURNAL);
        folder.deleteObjects();
    }

    /**
     * Writes a text into the file that was reserved in the folder, and renames that file to {@code name}. If no file is
     * reserved, creates one.
     */
    static void writeIntoRoom(Path folder, String name, String text, OpenOption... how) throws IOException {
        Path room = folder.resolve(RunFolder.ROOM_FOR_END);
        if (Files.exists(room)) {
            Files.write(room, padded(text), how);
            Files.move(room, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } else {
            write(folder, name, text + "\n");
        }
    }

    private void delete(String... names) throws IOException {
        for (String name : names) {
            Files.deleteIfExists(folder.path().resolve(name));
        }
    }

    /** Creates a file that reserves space on the disk for the line about the run's end. */
    static void takeRoomForEnd(Path folder) throws IOException {
        Path room = OwnerOnly.makeFile(folder.resolve(RunFolder.ROOM_FOR_END));
        Files.write(room, padded(""), StandardOpenOption.WRITE);
    }

    /** Forces the reserved file to the disk, since some file systems reserve the space for a file only then. */
    public void secureRoomForEnd() throws IOException {
        Path room = folder.path().resolve(RunFolder.ROOM_FOR_END);
        try (FileChannel written = FileChannel.open(room, StandardOpenOption.WRITE)) {
            written.force(true);
        }
        secured = true;
    }

    private static byte[] padded(String text) {
        byte[] room = new byte[ROOM_FOR_END_BYTES];
        Arrays.fill(room, (byte) ' ');
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, room, 0, Math.min(bytes.length, room.length - 1));
        room[room.length - 1] = '\n';
        return room;
    }

    private void replace(String name, String text) throws IOException {
        write(folder.path(), name, text);
    }

    /** Writes a file into a folder that no other process knows yet. */
    static void writeNew(Path folder, String name, String text) throws IOException {
        Files.writeString(OwnerOnly.makeFile(folder.resolve(name)), text, StandardCharsets.UTF_8);
    }

    /** Writes a file as a whole or not at all. Another process may write the same one at the same moment. */
    static void write(Path folder, String name, String text) throws IOException {
        Path draft = folder.resolve(name + "." + ProcessHandle.current().pid() + ".part");
        Files.deleteIfExists(draft);
        Files.writeString(OwnerOnly.makeFile(draft), text, StandardCharsets.UTF_8);
        Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Gives up the lock of the folder. Unless the run has ended, another process may then resume it. */
    @Override
    public void close() throws IOException {
        if (!lockFile.isOpen()) {
            return; // the folder may belong to another process by now
        }
        try {
            Files.deleteIfExists(folder.path().resolve(RunFolder.CONTROL));
            Files.deleteIfExists(folder.path().resolve(RunFolder.OWNER));
        } catch (NoSuchFileException gone) {
            // Somebody deleted the whole folder, so there is nothing to give up.
        } finally {
            lockFile.close();
        }
    }
}
