package org.moide.coordinator.plan;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings for what a run shows, writes and keeps.
 *
 * @param verbose whether to show stack traces and the plan
 * @param displayMap whether to show, before the start, which engine is on which host
 * @param stallAfterSeconds the seconds without any progress after which the user is told which threads wait;
 *     {@link #NEVER_SECONDS} for never
 * @param printing what the terminal shows while the run goes on
 * @param pages what a browser shows
 * @param written the files that the run writes
 * @param kept what the run saves so that it can continue after losses
 */
public record OutputSettings(
        boolean verbose,
        boolean displayMap,
        double stallAfterSeconds,
        Printing printing,
        Pages pages,
        Written written,
        Kept kept) {
    /**
     * What the terminal shows while a run goes on: the progress and the lines that engines print.
     *
     * @param progress where the progress is shown
     * @param tagged whether each line begins with its host and engine
     * @param folder the folder in which a file of each engine's lines is written in addition; null for none
     */
    public record Printing(
            Progress progress, boolean tagged, @Nullable Path folder) {
        /** The default: engines' lines without tags, and the progress on a terminal. */
        public static final Printing USUAL = new Printing(Progress.ON_TERMINAL, false, null);

        /** Returns whether engines' lines are shown without tags and written to no files. */
        public boolean isPlain() {
            return !tagged && folder == null;
        }
    }

    /**
     * The files that a run writes.
     *
     * @param report the file for {@code run.json}; null for none
     * @param workload the file for the recorded tasks; null not to record them
     * @param trace the file for what each thread did at which time; null for none
     * @param unrecorded whether the run is not recorded for {@code moide replay}
     * @param unkept whether the run is not kept for {@code moide history}
     */
    public record Written(
            @Nullable Path report,
            @Nullable Path workload,
            @Nullable Path trace,
            boolean unrecorded,
            boolean unkept) {
        /** The default: no files but the records for {@code moide replay} and {@code moide history}. */
        public static final Written USUAL = new Written(null, null, null, false, false);
    }

    /**
     * What a run saves so that it can continue after losses.
     *
     * @param checkpoints the folder in which engines also write an SPMD application's states, in a folder of the
     *     run; null to save them in memory only
     * @param checkpointPercent the percentage of the time that saving states may take; 100 to save the states of
     *     every safe point
     * @param dataFolder the folder in which the coordinator stores what tasks write; null for the run's own folder
     */
    public record Kept(
            @Nullable Path checkpoints,
            double checkpointPercent,
            @Nullable Path dataFolder) {
        /** The default percentage, which a user hardly notices. */
        public static final double USUAL_PERCENT = 2;

        /** The default: states in memory, everything else in the run's folder. */
        public static final Kept USUAL = new Kept(null, USUAL_PERCENT, null);

        /**
         * Checks the percentage.
         *
         * @throws PlanException if it is not above 0 and up to 100
         */
        public Kept {
            if (!(checkpointPercent > 0 && checkpointPercent <= 100)) {
                throw new PlanException(
                        "--checkpoint-share: expected a percentage above 0 and up to 100, found " + checkpointPercent);
            }
        }
    }

    /**
     * What a run shows in a browser, or serves to programs that collect metrics.
     *
     * @param report the file for the report as an HTML page; null for none
     * @param port the port of the page that shows the running run; {@link #ANY_PORT}, or {@link #NO_PORT} for no
     *     page
     * @param metrics the address at which metrics are served, in the user's words; null for none
     */
    public record Pages(
            @Nullable Path report, int port, @Nullable String metrics) {
        /** The value of {@code port} for any free port. */
        public static final int ANY_PORT = 0;

        /** The value of {@code port} for no page. */
        public static final int NO_PORT = -1;

        private static final int LAST_PORT = 65_535;

        public static final Pages NONE = new Pages(null, NO_PORT, null);

        public Pages {
            if (port < NO_PORT || port > LAST_PORT) {
                throw new PlanException("--page: expected a port from 1 to " + LAST_PORT + ", found " + port);
            }
        }

        /** Returns whether a page shows the running run. */
        public boolean live() {
            return port != NO_PORT;
        }
    }

    /**
     * The default of {@code stallAfterSeconds}: longer than most programs go without a message, and shorter than a
     * doubtful user waits.
     */
    public static final double USUAL_STALL_SECONDS = 60;

    /** The value of {@code stallAfterSeconds} that means never. */
    public static final double NEVER_SECONDS = -1;

    private static final double NANOS = 1e9;

    public OutputSettings {
        // Settings that an earlier version wrote may lack some of these parts.
        printing = Objects.requireNonNullElse(printing, Printing.USUAL);
        pages = Objects.requireNonNullElse(pages, Pages.NONE);
        written = Objects.requireNonNullElse(written, Written.USUAL);
        kept = Objects.requireNonNullElse(kept, Kept.USUAL);
        stallAfterSeconds = stallAfterSeconds == 0 ? USUAL_STALL_SECONDS : stallAfterSeconds;
    }

    /**
     * Checks that all files and folders that the run is to write can be created.
     *
     * @throws PlanException if one cannot
     */
    void requirePlaces() {
        mustBeWritable("--checkpoint-dir", kept.checkpoints());
        mustBeWritable("--data-dir", kept.dataFolder());
        Path report = written.report();
        if (report != null) {
            Path folder = report.toAbsolutePath().getParent();
            if (Files.isDirectory(report) || folder == null || !Files.isDirectory(folder)) {
                throw new PlanException("--report: expected a file name in a folder that exists, found " + report);
            }
        }
    }

    private static void mustBeWritable(String option, @Nullable Path folder) {
        if (folder != null && (!Files.isDirectory(folder) || !Files.isWritable(folder))) {
            throw new PlanException(option + ": expected a folder that can be written, found "
                    + (Files.isDirectory(folder) ? "one that cannot: " : "none at ") + folder.toAbsolutePath());
        }
    }

    /** Returns {@code stallAfterSeconds} in nanoseconds; 0 if {@code stallAfterSeconds} is {@link #NEVER_SECONDS}. */
    public long stallAfterNanos() {
        return stallAfterSeconds < 0 ? 0 : (long) (stallAfterSeconds * NANOS);
    }

    /**
     * Reads a time for {@code stallAfterSeconds}; {@code 0} or {@code off} means never.
     *
     * @throws PlanException if the text is no time
     */
    public static double stallAfter(String text) {
        double seconds = TimeSpan.seconds("--stall-after", text);
        return seconds == 0 ? NEVER_SECONDS : seconds;
    }

    /** Returns a copy of these settings with another setting for the terminal. */
    public OutputSettings with(Printing now) {
        return new OutputSettings(verbose, displayMap, stallAfterSeconds, now, pages, written, kept);
    }

    /** Returns a copy that writes this report and no other extra file. */
    public OutputSettings reportingTo(Path report) {
        Written only = new Written(report, null, null, false, false);
        return new OutputSettings(verbose, displayMap, stallAfterSeconds, printing, pages, only, kept);
    }

    public enum Progress {
        /** On a terminal, in a line that is updated in place; elsewhere nowhere. */
        ON_TERMINAL,
        /** On a terminal, in a line that is updated in place; elsewhere in a new line from time to time. */
        ALWAYS,
        NEVER
    }

    /** Returns the default settings, with {@code --verbose} or without. */
    public static OutputSettings usual(boolean verbose) {
        return new OutputSettings(
                verbose, false, USUAL_STALL_SECONDS, Printing.USUAL, Pages.NONE, Written.USUAL, Kept.USUAL);
    }

    /** Returns the default settings. */
    public static OutputSettings usual() {
        return usual(false);
    }
}
