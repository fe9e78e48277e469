package org.moide.engine.spmd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.StateDigest;
import org.moide.engine.loading.Digests;

/**
 * The states of a run's checkpoints on disk: a folder for each checkpoint and a file for each logical ID, readable by
 * their owner only. A file begins with the SHA-256 of its state, as text. Files are written atomically and synced
 * before {@link #write} returns.
 *
 * <p>Any thread.
 */
public final class CheckpointFiles {
    /**
     * Name of the file that makes a checkpoint's folder valid. The coordinator writes it after all states are stored.
     */
    public static final String COMMIT = "commit";

    private static final int HEAD_BYTES = 64;

    private final Path folder;
    private final WholeFiles disk;

    /** Creates access to the states in this folder, which is made with the first file. */
    public CheckpointFiles(Path folder, WholeFiles disk) {
        this.folder = folder;
        this.disk = disk;
    }

    public Path folder() {
        return folder;
    }

    /** Writes the state of a logical ID. */
    public StateDigest write(CheckpointName checkpoint, int id, byte[] state) throws IOException {
        StateDigest digest = StateDigest.of(state);
        ByteBuffer head = ByteBuffer.wrap(digest.digest().getBytes(StandardCharsets.US_ASCII));
        disk.write(file(checkpoint, id), List.of(head, ByteBuffer.wrap(state)));
        return digest;
    }

    /**
     * Reads the state of a logical ID.
     *
     * @return null if there is no such file
     * @throws IOException if the file cannot be read or is damaged
     */
    public byte @Nullable [] read(CheckpointName checkpoint, int id) throws IOException {
        Path file = file(checkpoint, id);
        byte[] all = disk.read(file);
        if (all == null) {
            return null;
        }
        if (all.length > HEAD_BYTES) {
            byte[] state = Arrays.copyOfRange(all, HEAD_BYTES, all.length);
            if (Digests.of(state).equals(new String(all, 0, HEAD_BYTES, StandardCharsets.US_ASCII))) {
                return state;
            }
        }
        throw new IOException(
                file + ": expected what was written there, found other bytes (" + all.length + " of them)");
    }

    /**
     * Removes the folders of checkpoints that are not needed any more.
     *
     * @param from the oldest checkpoint that is needed, with all later ones
     * @param besides older checkpoints that are needed as well
     */
    public void keepOnly(CheckpointName from, Collection<CheckpointName> besides) throws IOException {
        for (CheckpointName name : present()) {
            if (name.compareTo(from) < 0 && !besides.contains(name)) {
                delete(name);
            }
        }
    }

    /** Removes all checkpoints, because the run is over. */
    public void delete() throws IOException {
        for (CheckpointName name : present()) {
            delete(name);
        }
        disk.delete(folder);
    }

    /** Returns the checkpoints that have a folder, complete or not, newest first. */
    public List<CheckpointName> present() throws IOException {
        List<CheckpointName> names = new ArrayList<>();
        for (Path one : disk.list(folder)) {
            CheckpointName name = nameOf(one);
            if (name != null) {
                names.add(name);
            }
        }
        names.sort(Comparator.reverseOrder());
        return names;
    }

    /**
     * Removes a checkpoint. Another engine on this machine may remove it at the same time, so missing files are no
     * error.
     */
    private void delete(CheckpointName checkpoint) throws IOException {
        Path gone = folder(checkpoint);
        List<Path> files = disk.list(gone);
        // Removed first, so that a partly removed checkpoint does not look valid.
        disk.delete(gone.resolve(COMMIT));
        for (Path file : files) {
            disk.delete(file);
        }
        disk.delete(gone);
    }

    private static @Nullable CheckpointName nameOf(Path folder) {
        String[] parts = String.valueOf(folder.getFileName()).split("-", -1);
        try {
            return parts.length == 2 ? new CheckpointName(Long.parseLong(parts[0]), Long.parseLong(parts[1])) : null;
        } catch (IllegalArgumentException other) {
            return null;
        }
    }

    /** Returns the path for the state of a logical ID. */
    public Path file(CheckpointName checkpoint, int id) {
        return folder(checkpoint).resolve("id-" + id);
    }

    /** Returns the path for the folder of a checkpoint. */
    public Path folder(CheckpointName checkpoint) {
        return folder.resolve(checkpoint.epoch() + "-" + checkpoint.number());
    }
}
