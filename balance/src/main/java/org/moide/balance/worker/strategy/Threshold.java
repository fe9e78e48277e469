package org.moide.balance.worker.strategy;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.moide.balance.strategy.NearestNames;
import org.moide.balance.strategy.Parameters;

/**
 * A threshold at which a process has too little or too much to do (ALDY, §4.2). {@code idle(1.5)}: a process is under
 * this threshold if none of its workers has been active for 1.5 seconds. {@code avg(0.6, 5)}: a process is under this
 * threshold if its mean activity over 5 seconds is below 0.6. A process that is not under a threshold exceeds it.
 *
 * @param kind what is measured
 * @param activity the limit of the mean activity, from 0 to 1; 0 for {@link Kind#IDLE}
 * @param overNanos the time for which the process must be idle, or over which the mean is taken
 */
public record Threshold(Kind kind, double activity, long overNanos) {
    /**
     * The shortest time of a threshold, in seconds. A shorter one would have no effect, since a process is examined
     * only every few milliseconds.
     */
    public static final double LEAST_SECONDS = 0.001;

    /** The longest time of a threshold, in seconds. Activity is not kept for much longer than that. */
    public static final double MOST_SECONDS = 60;

    private static final double NANOS_PER_SECOND = 1e9;

    private static final String EXPECTED = "idle(seconds) or avg(activity, seconds)";

    private static final Pattern FORM = Pattern.compile("\\s*(\\w+)\\s*\\(([^()]*)\\)\\s*");

    public enum Kind {
        /** The threshold is about the time since the last worker was active. */
        IDLE,
        /** The threshold is about the mean activity over a time. */
        AVG
    }

    public Threshold {
        requireBetween("activity", activity, 0, 1);
        requireBetween("seconds", overNanos / NANOS_PER_SECOND, LEAST_SECONDS, MOST_SECONDS);
    }

    /** Reads a parameter that is a threshold. */
    static Threshold parameter(Parameters parameters, String name, String otherwise) {
        return parameters.words(name, otherwise, EXPECTED, Threshold::parse);
    }

    /**
     * Parses a threshold.
     *
     * @throws IllegalArgumentException if it is malformed; the message says why
     */
    public static Threshold parse(String words) {
        Matcher form = FORM.matcher(words);
        if (!form.matches()) {
            throw new IllegalArgumentException("a threshold is " + EXPECTED);
        }
        String name = form.group(1);
        String[] numbers = form.group(2).split(",", -1);
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "idle" -> {
                requireNumbers(name, numbers, 1);
                yield new Threshold(Kind.IDLE, 0, nanos(numbers[0]));
            }
            case "avg" -> {
                requireNumbers(name, numbers, 2);
                yield new Threshold(Kind.AVG, number("activity", numbers[0]), nanos(numbers[1]));
            }
            default ->
                throw new IllegalArgumentException(
                        "there is no threshold \"" + name + "\"" + NearestNames.hint(name, List.of("idle", "avg")));
        };
    }

    private static void requireNumbers(String name, String[] numbers, int expected) {
        if (numbers.length != expected) {
            throw new IllegalArgumentException(name + ": expected " + expected
                    + (expected == 1 ? " number" : " numbers") + ", found " + numbers.length);
        }
    }

    private static double number(String what, String digits) {
        try {
            return Double.parseDouble(digits.strip());
        } catch (NumberFormatException none) {
            throw new IllegalArgumentException(what + ": expected a number, found \"" + digits.strip() + "\"", none);
        }
    }

    private static long nanos(String digits) {
        double seconds = number("seconds", digits);
        requireBetween("seconds", seconds, LEAST_SECONDS, MOST_SECONDS);
        return Math.round(seconds * NANOS_PER_SECOND);
    }

    private static void requireBetween(String what, double found, double least, double most) {
        if (!(found >= least && found <= most)) {
            throw new IllegalArgumentException(
                    what + ": expected a number from " + least + " to " + most + ", found " + found);
        }
    }

    /** Returns whether the process has too little to do, judged by this threshold. */
    public boolean isUnder(WorkerView view) {
        return kind == Kind.IDLE ? view.idleNanos() >= overNanos : view.averageActivity(overNanos) < activity;
    }

    /** Returns whether the process is not under this threshold. */
    public boolean isExceeded(WorkerView view) {
        return !isUnder(view);
    }

    /** Returns the threshold in the form that {@link #parse} reads. */
    @Override
    public String toString() {
        double seconds = overNanos / NANOS_PER_SECOND;
        return kind == Kind.IDLE ? "idle(" + seconds + ")" : "avg(" + activity + ", " + seconds + ")";
    }
}
