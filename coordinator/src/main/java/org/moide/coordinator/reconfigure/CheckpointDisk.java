package org.moide.coordinator.reconfigure;

import org.jspecify.annotations.Nullable;
import org.moide.coordinator.commit.Commit;

/** The disk under a run's checkpoints, as its epochs see it. Called on the control thread, nothing here may block. */
public interface CheckpointDisk {
    /** The run's own folder, into which engines write states; empty if there is none. */
    String directory();

    /** From where the run goes on, since an earlier coordinator was lost; null if it begins. */
    @Nullable
    Commit from();

    /** The latest epoch of which anything is there; 0 if nothing is. */
    long latestEpoch();

    /** Writes down that a checkpoint is complete; {@link Safekeeping#writtenDown} comes of it. One at a time. */
    void write(Commit commit);

    /** Checkpoints in memory only. */
    CheckpointDisk NONE = new CheckpointDisk() {
        @Override
        public String directory() {
            return "";
        }

        @Override
        public @Nullable Commit from() {
            return null;
        }

        @Override
        public long latestEpoch() {
            return 0;
        }

        @Override
        public void write(Commit commit) {
            throw new IllegalStateException("expected a folder for checkpoint " + commit.checkpoint());
        }
    };
}
