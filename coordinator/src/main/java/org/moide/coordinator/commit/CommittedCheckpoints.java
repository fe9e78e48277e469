package org.moide.coordinator.commit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.StateDigest;
import org.moide.engine.spmd.CheckpointFiles;
import org.moide.engine.spmd.WholeFiles;

/**
 * The checkpoints of one run on disk. Each checkpoint has a folder with its states. A commit file in that folder shows
 * that all states are there. Not thread-safe.
 */
public final class CommittedCheckpoints {
    private final CheckpointFiles states;
    private final WholeFiles disk;
    private final Origin origin;

    /**
     * Opens the checkpoints in a folder.
     *
     * @param folder the run's own folder
     * @param origin the program of the run that writes or resumes
     */
    public CommittedCheckpoints(Path folder, WholeFiles disk, Origin origin) {
        this.states = new CheckpointFiles(folder, disk);
        this.disk = disk;
        this.origin = origin;
    }

    public Path folder() {
        return states.folder();
    }

    /** Writes the commit file of a checkpoint. The checkpoint's states must all be on disk before. */
    public void write(Commit commit) throws IOException {
        Path file = states.folder(commit.checkpoint()).resolve(CheckpointFiles.COMMIT);
        disk.write(file, List.of(ByteBuffer.wrap(new CommitText(origin, commit).bytes())));
    }

    /** Deletes all checkpoints, since the run is over and will not be resumed. */
    public void delete() throws IOException {
        states.delete();
    }

    /**
     * The checkpoint from which a run can resume.
     *
     * @param commit the commit of the latest complete and undamaged checkpoint; null if there is none
     * @param problems a line about each later checkpoint that is damaged
     * @param latestEpoch the latest epoch of which the disk has any state, complete or not; 0 if none
     */
    public record Found(@Nullable Commit commit, List<String> problems, long latestEpoch) {
        public Found {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Returns the latest complete checkpoint. Reads every state of it in order to check it.
     *
     * @throws IOException if the folder cannot be read
     */
    public Found latest() throws IOException {
        List<String> problems = new ArrayList<>();
        List<CheckpointName> present = states.present();
        long latestEpoch = present.isEmpty() ? 0 : present.get(0).epoch();
        for (CheckpointName name : present) {
            try {
                Commit commit = read(name);
                if (commit != null) {
                    return new Found(commit, problems, latestEpoch);
                }
            } catch (IOException damaged) {
                problems.add("checkpoint " + name + ": " + damaged.getMessage());
            }
        }
        return new Found(null, problems, latestEpoch);
    }

    /**
     * Returns the commit of a checkpoint; null if the checkpoint has no commit file, since it never became complete.
     */
    private @Nullable Commit read(CheckpointName name) throws IOException {
        Path file = states.folder(name).resolve(CheckpointFiles.COMMIT);
        CommitText read;
        try {
            byte[] text = disk.read(file);
            if (text == null) {
                return null;
            }
            read = CommitText.of(text);
        } catch (IOException other) {
            throw new IOException(file + ": " + other.getMessage(), other);
        }
        String problem = origin.problemWith(read.origin());
        if (problem != null) {
            throw new IOException(file + ": " + problem);
        }
        Commit commit = read.commit();
        if (!commit.checkpoint().equals(name)) {
            throw new IOException(
                    file + ": expected the commit of checkpoint " + name + ", found that of " + commit.checkpoint());
        }
        for (int id = 0; id < commit.states().size(); id++) {
            requireWhole(name, id, commit.states().get(id));
        }
        return commit;
    }

    private void requireWhole(CheckpointName name, int id, StateDigest expected) throws IOException {
        byte[] state = states.read(name, id);
        if (state == null) {
            throw new IOException("expected the state of ID " + id + " in " + states.file(name, id)
                    + " (each host that had an engine wrote its own: the folder has to be one that all share), found"
                    + " none");
        }
        StateDigest found = StateDigest.of(state);
        if (!found.equals(expected)) {
            throw new IOException(states.file(name, id) + ": expected the state of ID " + id + " as it was committed, "
                    + expected + ", found " + found);
        }
    }
}
