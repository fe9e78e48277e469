package org.moide.coordinator.reconfigure;

import org.jspecify.annotations.Nullable;
import org.moide.coordinator.commit.Commit;

/**
 * The checkpoints that a run finds on disk when it begins or resumes.
 *
 * @param directory the run's own folder, into which engines write states; null if they write none
 * @param from the committed checkpoint from which the run resumes after the loss of its coordinator; null if the
 *     run begins
 * @param latestEpoch the latest epoch of which the disk has any state; 0 if none
 */
public record CheckpointDisk(
        @Nullable String directory, @Nullable Commit from, long latestEpoch) {
    /** The value for a run that keeps checkpoints in memory only. */
    public static final CheckpointDisk NONE = new CheckpointDisk(null, null, 0);
}
