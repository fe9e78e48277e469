package org.moide.coordinator.plan;

import java.nio.file.Path;
import java.util.Objects;
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
 * @param stallAfterSeconds after how long without any movement the user is told who waits; {@link #NEVER_SECONDS} for never
 * @param unrecorded whether nothing is recorded for {@code moide replay}
 * @param unkept whether nothing is kept for {@code moide history}
 * @param dataFolder where the coordinator keeps what tasks write; null for the run's own folder
 * @param printing what becomes of what engines print
 * @param pages what is shown in a browser
 * @param trace where to write what each thread did when; null not to
 */
public record OutputSettings(
        @Nullable Path report,
        Progress progress,
        boolean displayMap,
        boolean verbose,
        @Nullable Path workload,
        @Nullable Path checkpoints,
        double checkpointPercent,
        double stallAfterSeconds,
        boolean unrecorded,
        boolean unkept,
        @Nullable Path dataFolder,
        Printing printing,
        Pages pages,
        @Nullable Path trace) {
    /**
     * What becomes of what engines print.
     *
     * @param tagged whether host and engine stand before each line
     * @param folder where a file of each engine's lines is written too; null for nowhere
     */
    public record Printing(boolean tagged, @Nullable Path folder) {
        /** Shown as it is. */
        public static final Printing PLAIN = new Printing(false, null);
    }

    /**
     * What is shown in a browser, or told to those who collect figures.
     *
     * @param report where to write the report as a page; null not to
     * @param port where the run is shown while it goes on; {@link #ANY_PORT}, or {@link #NO_PORT} not to
     * @param metrics where its figures are served, as the user says it; null not to
     */
    public record Pages(
            @Nullable Path report, int port, @Nullable String metrics) {
        /** Whichever is free. */
        public static final int ANY_PORT = 0;

        /** For {@code port}. */
        public static final int NO_PORT = -1;

        private static final int LAST_PORT = 65_535;

        /** Nothing. */
        public static final Pages NONE = new Pages(null, NO_PORT);

        public Pages {
            if (port < NO_PORT || port > LAST_PORT) {
                throw new PlanException("--page: expected a port from 1 to " + LAST_PORT + ", found " + port);
            }
        }

        /** Without figures. */
        public Pages(@Nullable Path report, int port) {
            this(report, port, null);
        }

        /** The same, with figures there. */
        public Pages withMetrics(@Nullable String place) {
            return new Pages(report, port, place);
        }

        /** Whether the run is shown while it goes on. */
        public boolean live() {
            return port != NO_PORT;
        }
    }

    /** Longer than most programs stay without a message; a user in doubt has waited for less. */
    public static final double USUAL_STALL_SECONDS = 60;

    /** For {@code stallAfterSeconds}. */
    public static final double NEVER_SECONDS = -1;

    private static final double NANOS = 1e9;

    /** A part of the time that a user would hardly notice. */
    public static final double USUAL_CHECKPOINT_PERCENT = 2;

    public OutputSettings {
        printing = Objects.requireNonNullElse(printing, Printing.PLAIN);
        pages = Objects.requireNonNullElse(pages, Pages.NONE);
        // What was written down earlier has none.
        checkpointPercent = checkpointPercent == 0 ? USUAL_CHECKPOINT_PERCENT : percent(checkpointPercent);
        stallAfterSeconds = stallAfterSeconds == 0 ? USUAL_STALL_SECONDS : stallAfterSeconds;
    }

    /** The same in nanoseconds; 0 for never. */
    public long stallAfterNanos() {
        return stallAfterSeconds < 0 ? 0 : (long) (stallAfterSeconds * NANOS);
    }

    /**
     * A time for {@code stallAfterSeconds}, as users write it; {@code 0} or {@code off} for never.
     *
     * @throws PlanException if it is none
     */
    public static double stallAfter(String text) {
        double seconds = TimeSpan.seconds("--stall-after", text);
        return seconds == 0 ? NEVER_SECONDS : seconds;
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
        this(
                report,
                progress,
                displayMap,
                verbose,
                null,
                null,
                USUAL_CHECKPOINT_PERCENT,
                USUAL_STALL_SECONDS,
                false,
                false,
                null,
                Printing.PLAIN,
                Pages.NONE,
                null);
    }

    /** The same, but for this. */
    public OutputSettings showing(Progress progressNow, Printing printingNow) {
        return new OutputSettings(
                report,
                progressNow,
                displayMap,
                verbose,
                workload,
                checkpoints,
                checkpointPercent,
                stallAfterSeconds,
                unrecorded,
                unkept,
                dataFolder,
                printingNow,
                pages,
                trace);
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
