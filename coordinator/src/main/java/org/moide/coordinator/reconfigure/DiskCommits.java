package org.moide.coordinator.reconfigure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.commit.Commit;
import org.moide.engine.control.CheckpointName;

/**
 * Commits complete checkpoints on disk, which is the second phase of their commit, and decides which older checkpoints
 * must stay on disk. It makes one commit at a time. When one has ended, it commits the latest checkpoint that is
 * complete by then. Used by the control thread only.
 */
final class DiskCommits {
    /** The number of checkpoints on disk: the latest, and one more in case the latest is damaged. */
    private static final int KEPT = 2;

    private final CheckpointDisk disk;
    private final EpochOutputs outputs;
    private final Deque<Commit> written = new ArrayDeque<>();
    private @Nullable Commit underWay;
    private @Nullable Commit next;
    /** The latest checkpoint that could not be written; null if the disk works. */
    private @Nullable CheckpointName failing;

    DiskCommits(CheckpointDisk disk, EpochOutputs outputs) {
        this.disk = disk;
        this.outputs = outputs;
        Commit from = disk.from();
        if (from != null) {
            written.add(from);
        }
    }

    /**
     * Notes that states of a checkpoint could not be written. The user is told once, and again only if a later
     * checkpoint has been written in between. If the commit of an earlier checkpoint is under way and succeeds, that
     * does not show that the disk works now.
     */
    void failed(CheckpointName checkpoint, String problem) {
        if (failing == null) {
            outputs.note(problem + "; the run goes on with the copies in memory");
        }
        if (failing == null || failing.compareTo(checkpoint) < 0) {
            failing = checkpoint;
        }
    }

    /** Commits a checkpoint whose states are all on disk. If another commit is under way, waits for its end. */
    void complete(Commit commit) {
        next = commit;
        writeNext();
    }

    private void writeNext() {
        Commit commit = next;
        if (commit != null && underWay == null) {
            underWay = commit;
            next = null;
            outputs.add(new EpochOutput.Write(commit));
        }
    }

    /**
     * Handles the end of the commit that was under way.
     *
     * @param problem why it failed; null if the checkpoint is on disk
     */
    void writtenDown(CheckpointName checkpoint, @Nullable String problem) {
        Commit commit = underWay;
        if (commit == null || !commit.checkpoint().equals(checkpoint)) {
            return;
        }
        underWay = null;
        if (problem != null) {
            failed(checkpoint, problem);
        } else {
            written.addFirst(commit);
            if (written.size() > KEPT) {
                written.removeLast();
            }
            if (failing != null && failing.compareTo(checkpoint) < 0) {
                failing = null;
                outputs.note("checkpoints can be written to " + disk.directory() + " again");
            }
        }
        writeNext();
    }

    /** Returns the checkpoints that must not be deleted from the disk. */
    List<CheckpointName> kept() {
        List<CheckpointName> names = new ArrayList<>();
        written.forEach(commit -> names.add(commit.checkpoint()));
        for (Commit coming : new Commit[] {underWay, next}) {
            if (coming != null) {
                names.add(coming.checkpoint());
            }
        }
        return names;
    }

    /** Returns the checkpoint that was committed on disk last; null if there is none. */
    @Nullable
    Commit last() {
        return written.peekFirst();
    }
}
