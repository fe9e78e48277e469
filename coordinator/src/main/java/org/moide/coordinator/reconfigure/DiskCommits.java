package org.moide.coordinator.reconfigure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.commit.Commit;
import org.moide.engine.control.CheckpointName;

/**
 * Writes down which checkpoints are complete, which is the second phase of their commit on disk, and knows which must
 * stay there. One is written down at a time; when checkpoints come faster than that, the latest is next. Used by the
 * control thread only.
 */
final class DiskCommits {
    /** The number of checkpoints on disk: the latest, and one to go back to if that turns out to be damaged. */
    private static final int KEPT = 2;

    private final CheckpointDisk disk;
    private final EpochOutputs outputs;
    private final Deque<Commit> written = new ArrayDeque<>();
    private @Nullable Commit underWay;
    private @Nullable Commit next;
    /** The latest checkpoint of which something could not be written; null if the disk works. */
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
     * Notes that a part of a checkpoint cannot be written. The user is told once, until a later checkpoint is written
     * down. The commit of an earlier checkpoint may be under way meanwhile; its success does not show that the disk
     * works now.
     */
    void failed(CheckpointName checkpoint, String problem) {
        if (failing == null) {
            outputs.note(problem + "; the run goes on with the copies in memory");
        }
        if (failing == null || failing.compareTo(checkpoint) < 0) {
            failing = checkpoint;
        }
    }

    /** Writes down a checkpoint, whose states are all on disk, now or as the next one. */
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

    /** Takes the outcome of the commit that was under way; {@code problem} is null if it is on disk. */
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

    /** Returns the checkpoints that must not be removed from the disk. */
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

    /** Returns the checkpoint that was written down last; null if none was. */
    @Nullable
    Commit last() {
        return written.peekFirst();
    }
}
