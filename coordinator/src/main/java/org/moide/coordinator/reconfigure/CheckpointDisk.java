package org.moide.coordinator.reconfigure;

import org.jspecify.annotations.Nullable;
import org.moide.coordinator.commit.Commit;

/**
 * The disk under a run's checkpoints, as it is when the run begins.
 *
 * @param directory the run's own folder, into which engines write states; null if there is none
 * @param from the commit from which the run goes on, since an earlier coordinator was lost; null if the run begins
 * @param latestEpoch the latest epoch of which anything is there; 0 if nothing is
 */
public record CheckpointDisk(
        @Nullable String directory, @Nullable Commit from, long latestEpoch) {
    /** Checkpoints in memory only. */
    public static final CheckpointDisk NONE = new CheckpointDisk(null, null, 0);
}
