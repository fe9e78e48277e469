package org.moide.hosts.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code squeue}'s answer: a job as Slurm describes it. The line is checked like any input.
 *
 * @param id the job's number
 * @param phase the meaning of its state for a run
 * @param state Slurm's word for its state
 * @param nodes its number of nodes
 * @param secondsLeft seconds until its time limit; {@link #UNKNOWN} if it has no limit or does not run
 * @param limitSeconds its time limit; {@link #UNKNOWN} if it has none
 * @param reason why it waits or has ended, in Slurm's words
 */
record QueuedJob(long id, Phase phase, String state, int nodes, long secondsLeft, long limitSeconds, String reason) {
    /** The value of a time that Slurm's answer does not contain. */
    static final long UNKNOWN = -1;

    /** The format option for {@code squeue}. The reason comes last because it may contain the separator. */
    static final String FORMAT = "%A|%T|%D|%L|%l|%r";

    private static final Pattern LINE =
            Pattern.compile("([0-9]{1,18})\\|([A-Z_]{1,40})\\|([0-9]{1,9})\\|([^|]{0,40})\\|([^|]{0,40})\\|(.{0,200})");

    private static final Pattern TIME =
            Pattern.compile("(?:([0-9]{1,6})-)?(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-9]{1,2})");

    private static final int SECONDS_OF_MINUTE = 60;
    private static final int MINUTES_OF_HOUR = 60;
    private static final int HOURS_OF_DAY = 24;

    /** The limit on the number of lines of {@code squeue}'s answer that are read. A run has far fewer jobs. */
    private static final int MOST_LINES = 10_000;

    private static final Set<String> WAITING = Set.of(
            "PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT", "CONFIGURING");

    private static final Set<String> RUNNING =
            Set.of("RUNNING", "RESIZING", "SIGNALING", "SUSPENDED", "STOPPED", "STAGE_OUT");

    private static final Set<String> OVER = Set.of(
            "BOOT_FAIL",
            "CANCELLED",
            "COMPLETED",
            "DEADLINE",
            "FAILED",
            "NODE_FAIL",
            "OUT_OF_MEMORY",
            "PREEMPTED",
            "REVOKED",
            "TIMEOUT");

    /** The phases of a job, which summarise Slurm's many job states for a run. */
    enum Phase {
        /** The job has no nodes yet. */
        WAITING,
        /** The job has its nodes. */
        RUNNING,
        /** The job is about to lose its nodes; Slurm may queue it again. */
        ENDING,
        OVER
    }

    /** Reads all lines that describe a job; skips other lines. */
    static List<QueuedJob> all(String answer) {
        List<QueuedJob> jobs = new ArrayList<>();
        answer.lines().limit(MOST_LINES).forEach(line -> {
            Matcher fields = LINE.matcher(line.strip());
            if (fields.matches()) {
                String state = fields.group(2);
                jobs.add(new QueuedJob(
                        Long.parseLong(fields.group(1)),
                        phase(state),
                        state,
                        Integer.parseInt(fields.group(3)),
                        seconds(fields.group(4)),
                        seconds(fields.group(5)),
                        fields.group(6).replaceAll("\\p{Cntrl}", "?").strip()));
            }
        });
        return jobs;
    }

    /**
     * Returns the phase that stands for Slurm's name of a job state. An unknown name counts as {@code ENDING}. When the
     * job has ended, a later answer of Slurm has a known name for its state, or does not list the job.
     */
    private static Phase phase(String state) {
        if (WAITING.contains(state)) {
            return Phase.WAITING;
        }
        if (RUNNING.contains(state)) {
            return Phase.RUNNING;
        }
        return OVER.contains(state) ? Phase.OVER : Phase.ENDING;
    }

    /**
     * Returns the seconds of a time such as {@code 1-02:03:04}, {@code 02:03:04} or {@code 3:04}; {@link #UNKNOWN} for
     * a word such as UNLIMITED.
     */
    private static long seconds(String text) {
        Matcher time = TIME.matcher(text.strip());
        if (!time.matches()) {
            return UNKNOWN;
        }
        long hours = number(time.group(1)) * HOURS_OF_DAY + number(time.group(2));
        return (hours * MINUTES_OF_HOUR + number(time.group(3))) * SECONDS_OF_MINUTE + number(time.group(4));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /** Returns whether the job's user or an administrator cancelled it. */
    boolean isCancelled() {
        return state.equals("CANCELLED");
    }

    /** Returns why the job waits or how it ended, in words for the user. */
    String words() {
        boolean says = !reason.isEmpty() && !reason.equals("None");
        return phase == Phase.WAITING && says ? reason : says ? state + ", " + reason : state;
    }
}
