package org.moide.coordinator.plan;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a run shows and leaves behind.
 *
 * @param report where to write {@code run.json}; null not to
 * @param progress whether to show how far the work is
 * @param displayMap whether to show, before the start, who will do what
 * @param verbose whether to show stack traces and what the plan is
 * @param workload where to write what was recorded of the tasks; null not to record
 * @param checkpoints where engines write an SPMD application's states too, in a folder of the run; null to keep them in
 *     memory only
 * @param checkpointPercent so much of the time keeping states may take; 100 to keep those of every safe point
 */
public record OutputSettings(
        @Nullable Path report,
        Progress progress,
        boolean displayMap,
        boolean verbose,
        @Nullable Path workload,
        @Nullable Path checkpoints,
        double checkpointPercent) {
    /** What a user would hardly notice. */
    public static final double USUAL_CHECKPOINT_PERCENT = 2;

    public OutputSettings {
        // What was written down earlier has none.
        checkpointPercent = checkpointPercent == 0 ? USUAL_CHECKPOINT_PERCENT : percent(checkpointPercent);
    }

    /**
     * A percentage for {@code checkpointPercent}.
     *
     * @throws PlanException if it is none that a user may give
     */
    public static double percent(double percent) {
        if (!(percent > 0 && percent <= 100)) {
            throw new PlanException(
                    "--checkpoint-share: expected a percentage above 0 and up to 100, found " + percent);
        }
        return percent;
    }

    /** Of a run whose tasks are not recorded, and whose states are not written. */
    public OutputSettings(@Nullable Path report, Progress progress, boolean displayMap, boolean verbose) {
        this(report, progress, displayMap, verbose, null, null, USUAL_CHECKPOINT_PERCENT);
    }

    /** Whether to show how far the work is. */
    public enum Progress {
        /** A line that is updated in place on a terminal; nothing otherwise. */
        ON_TERMINAL,
        /** As on a terminal, and elsewhere a line from time to time. */
        ALWAYS,
        /** Not at all. */
        NEVER
    }

    /** What there is without any option. */
    public static OutputSettings usual() {
        return new OutputSettings(null, Progress.ON_TERMINAL, false, false);
    }
}
