package org.moide.hosts.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A job as {@code squeue} describes it. The description is read as others' input.
 *
 * @param id the job's number
 * @param phase what its state means for a run
 * @param state Slurm's word for its state
 * @param nodes how many nodes it has
 * @param secondsLeft seconds before its time limit; {@link #UNKNOWN} if it has none, or does not run
 * @param limitSeconds the time limit; {@link #UNKNOWN} if it has none
 * @param reason why it waits, or ended, in Slurm's words
 */
record QueuedJob(long id, Phase phase, String state, int nodes, long secondsLeft, long limitSeconds, String reason) {
    /** Value of a time that there is not. */
    static final long UNKNOWN = -1;

    /** Format in which {@code squeue} is asked for a job: the reason is last, because anything may be in it. */
    static final String FORMAT = "%A|%T|%D|%L|%l|%r";

    private static final Pattern LINE =
            Pattern.compile("([0-9]{1,18})\\|([A-Z_]{1,40})\\|([0-9]{1,9})\\|([^|]{0,40})\\|([^|]{0,40})\\|(.{0,200})");

    private static final Pattern TIME =
            Pattern.compile("(?:([0-9]{1,6})-)?(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-9]{1,2})");

    private static final int SECONDS_OF_MINUTE = 60;
    private static final int MINUTES_OF_HOUR = 60;
    private static final int HOURS_OF_DAY = 24;

    /** Most lines that are read: more jobs of one run would not be ours. */
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

    /** Meaning of a job's state for a run. */
    enum Phase {
        /** The job's nodes are not there yet. */
        WAITING,
        /** The job's nodes are there. */
        RUNNING,
        /** The job's nodes go; it may be queued again. */
        ENDING,
        /** The job has ended. */
        OVER
    }

    /** Reads all lines that describe a job; other lines are left out. */
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
     * Returns the phase of a state. A state that is new to us is neither there nor gone: a word that we know, or
     * silence, tells later that the job has ended.
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
     * Returns the seconds of {@code 1-02:03:04}, {@code 02:03:04} or {@code 3:04}; a word such as UNLIMITED is no time.
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

    /** Returns whether the job's user, or an administrator, wanted it to end. */
    boolean isCancelled() {
        return state.equals("CANCELLED");
    }

    /** Returns why the job waits, or how it ended, for the user. */
    String words() {
        boolean says = !reason.isEmpty() && !reason.equals("None");
        return phase == Phase.WAITING && says ? reason : says ? state + ", " + reason : state;
    }
}
