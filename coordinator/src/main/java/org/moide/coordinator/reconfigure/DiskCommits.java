package org.moide.coordinator.reconfigure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.commit.Commit;
import org.moide.engine.control.CheckpointName;

/**
 * Which checkpoints are written down as complete, the second phase of their commit on disk; and so which must stay there. One is
 * written down at a time: when checkpoints come faster than that, the latest is next. Used by the control thread only.
 */
final class DiskCommits {
    /** The latest, and one to go back to if that turns out to be damaged. */
    private static final int KEPT = 2;

    private final CheckpointDisk disk;
    private final EpochOutputs outputs;
    private final Deque<Commit> written = new ArrayDeque<>();
    private @Nullable Commit underWay;
    private @Nullable Commit next;
    /** The latest of which something could not be written; null if that is over. */
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
     * A part of a checkpoint cannot be written; said once, until a later checkpoint is written down. (That an earlier
     * one is written down, whose commit was under way meanwhile, does not show that the disk works now.)
     */
    void failed(CheckpointName checkpoint, String problem) {
        if (failing == null) {
            outputs.note(problem + "; the run goes on with the copies in memory");
        }
        if (failing == null || failing.compareTo(checkpoint) < 0) {
            failing = checkpoint;
        }
    }

    /** All states of a checkpoint are on disk: it is to be written down. */
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

    /** What became of the one under way; {@code problem} is null if it is on disk. */
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

    /** Those that must not be removed from the disk. */
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

    /** The last that was written down; null if none was. */
    @Nullable
    Commit last() {
        return written.peekFirst();
    }
}
