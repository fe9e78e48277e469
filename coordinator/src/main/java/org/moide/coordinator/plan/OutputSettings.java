package org.moide.coordinator.plan;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings for what a run shows and leaves behind, with a record for each class of options.
 *
 * @param verbose whether to show stack traces and the plan
 * @param displayMap whether to show, before the start, who will do what
 * @param stallAfterSeconds after how many seconds without any movement the user is told which threads wait;
 *     {@link #NEVER_SECONDS} for never
 * @param printing what is shown while the run goes on
 * @param pages what is shown in a browser
 * @param written what the run leaves behind
 * @param kept what the run keeps to go on after losses
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
     * The settings for what is shown while a run goes on, and for the lines that its engines print.
     *
     * @param progress whether to show how far the work is
     * @param tagged whether host and engine stand before each line
     * @param folder where a file of each engine's lines is written too; null for nowhere
     */
    public record Printing(
            Progress progress, boolean tagged, @Nullable Path folder) {
        /** Engines' lines as they are, and the progress on a terminal. */
        public static final Printing USUAL = new Printing(Progress.ON_TERMINAL, false, null);

        /** Returns whether engines' lines are shown as they are, and nowhere else. */
        public boolean isPlain() {
            return !tagged && folder == null;
        }
    }

    /**
     * The files that a run leaves behind when it has ended.
     *
     * @param report where to write {@code run.json}; null for nowhere
     * @param workload where to write the recorded tasks; null not to record them
     * @param trace where to write what each thread did when; null for nowhere
     * @param unrecorded whether nothing is recorded for {@code moide replay}
     * @param unkept whether nothing is kept for {@code moide history}
     */
    public record Written(
            @Nullable Path report,
            @Nullable Path workload,
            @Nullable Path trace,
            boolean unrecorded,
            boolean unkept) {
        /** Only what is recorded and kept for later commands. */
        public static final Written USUAL = new Written(null, null, null, false, false);
    }

    /**
     * The settings for what a run keeps to go on after losses.
     *
     * @param checkpoints where engines write an SPMD application's states too, in a folder of the run; null to keep
     *     them in memory only
     * @param checkpointPercent the percentage of the time that keeping states may take; 100 to keep those of every
     *     safe point
     * @param dataFolder where the coordinator keeps what tasks write; null for the run's own folder
     */
    public record Kept(
            @Nullable Path checkpoints,
            double checkpointPercent,
            @Nullable Path dataFolder) {
        /** The usual percentage: a part of the time that a user would hardly notice. */
        public static final double USUAL_PERCENT = 2;

        /** States in memory, everything else in the run's folder. */
        public static final Kept USUAL = new Kept(null, USUAL_PERCENT, null);

        /** @throws PlanException if it is no percentage that a user may give */
        public Kept {
            if (!(checkpointPercent > 0 && checkpointPercent <= 100)) {
                throw new PlanException(
                        "--checkpoint-share: expected a percentage above 0 and up to 100, found " + checkpointPercent);
            }
        }
    }

    /**
     * The settings for what is shown in a browser, or served to programs that collect figures.
     *
     * @param report where to write the report as a page; null for nowhere
     * @param port the port on which the run is shown while it goes on; {@link #ANY_PORT}, or {@link #NO_PORT} if it
     *     is not shown
     * @param metrics where its figures are served, as the user wrote it; null for nowhere
     */
    public record Pages(
            @Nullable Path report, int port, @Nullable String metrics) {
        /** The value of {@code port} for any port that is free. */
        public static final int ANY_PORT = 0;

        /** The value of {@code port} if the run is not shown while it goes on. */
        public static final int NO_PORT = -1;

        private static final int LAST_PORT = 65_535;

        public static final Pages NONE = new Pages(null, NO_PORT, null);

        public Pages {
            if (port < NO_PORT || port > LAST_PORT) {
                throw new PlanException("--page: expected a port from 1 to " + LAST_PORT + ", found " + port);
            }
        }

        /** Returns whether the run is shown while it goes on. */
        public boolean live() {
            return port != NO_PORT;
        }
    }

    /**
     * The usual time without movement: longer than most programs stay without a message, and shorter than a user in
     * doubt waits.
     */
    public static final double USUAL_STALL_SECONDS = 60;

    /** The value of {@code stallAfterSeconds} for never. */
    public static final double NEVER_SECONDS = -1;

    private static final double NANOS = 1e9;

    public OutputSettings {
        // Settings from an earlier version may lack some of these.
        printing = Objects.requireNonNullElse(printing, Printing.USUAL);
        pages = Objects.requireNonNullElse(pages, Pages.NONE);
        written = Objects.requireNonNullElse(written, Written.USUAL);
        kept = Objects.requireNonNullElse(kept, Kept.USUAL);
        stallAfterSeconds = stallAfterSeconds == 0 ? USUAL_STALL_SECONDS : stallAfterSeconds;
    }

    /** @throws PlanException if there is no place for what is to be written or kept */
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

    /** Returns {@code stallAfterSeconds} in nanoseconds; 0 for never. */
    public long stallAfterNanos() {
        return stallAfterSeconds < 0 ? 0 : (long) (stallAfterSeconds * NANOS);
    }

    /**
     * Reads a time for {@code stallAfterSeconds}, as users write it; {@code 0} or {@code off} means never.
     *
     * @throws PlanException if the text is no time
     */
    public static double stallAfter(String text) {
        double seconds = TimeSpan.seconds("--stall-after", text);
        return seconds == 0 ? NEVER_SECONDS : seconds;
    }

    /** Returns the same settings, with other settings for what is shown while the run goes on. */
    public OutputSettings with(Printing now) {
        return new OutputSettings(verbose, displayMap, stallAfterSeconds, now, pages, written, kept);
    }

    /**
     * Returns settings by which a run leaves only this report behind, and what is recorded and kept for later commands.
     */
    public OutputSettings reportingTo(Path report) {
        Written only = new Written(report, null, null, false, false);
        return new OutputSettings(verbose, displayMap, stallAfterSeconds, printing, pages, only, kept);
    }

    /** The places at which the progress is shown. */
    public enum Progress {
        /** A line that is updated in place on a terminal; nothing otherwise. */
        ON_TERMINAL,
        /** A line as on a terminal, and elsewhere a new line from time to time. */
        ALWAYS,
        NEVER
    }

    /** Returns the settings without any option, or with {@code --verbose} only. */
    public static OutputSettings usual(boolean verbose) {
        return new OutputSettings(
                verbose, false, USUAL_STALL_SECONDS, Printing.USUAL, Pages.NONE, Written.USUAL, Kept.USUAL);
    }

    /** Returns the settings without any option. */
    public static OutputSettings usual() {
        return usual(false);
    }
}
