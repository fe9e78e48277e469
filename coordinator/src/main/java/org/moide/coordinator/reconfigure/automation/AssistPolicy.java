package org.moide.coordinator.reconfigure.automation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.port.GrowingPause;

/**
 * Decides when an engine is overloaded and should have an assistant (MOIDE, §3.1: "a bottleneck in the collaborative
 * computation"). Pure: it is given what engines report of themselves, with the time.
 *
 * <p>An engine is compared with the median of the others, over the last seconds and while its threads had tasks. It is
 * overloaded when it does less than {@link #SLOW half} of the tasks that its power promises in this comparison; then
 * somebody else uses its host. It is also overloaded when its queued tasks last far longer than those of the others, as
 * when work was cut in advance and cannot move to others. Either must last for a while.
 */
public final class AssistPolicy {
    /**
     * The speed below which an engine counts as slow. A faster one delays the others by less than the start of an
     * assistant.
     */
    static final double SLOW = 0.5;

    /** The time over which rates are taken: some beats, and many time slices of other processes on a host. */
    static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The least time that tells something. */
    static final long LEAST_WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    /** The time for which an engine must be slow or late. One slow second is no reason to start a JVM. */
    static final long HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    /** The speed of an engine that is so slow that the next, shorter time is enough. */
    static final double VERY_SLOW = 1.0 / 3;

    static final long SHORT_HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    /** The least number of tasks that should have been done; below it a low count means nothing. */
    static final double LEAST_TASKS = 8;

    /** The delay that is worth the start of a JVM: an end later than twice that of the others, and later by this. */
    static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The pause after an assistant has come, until the figures show it. */
    static final long AFTER_ONE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The pause after no assistant could be had; doubled each time, up to {@link #LONGEST_PAUSE_NANOS}. */
    static final long AFTER_NONE_NANOS = TimeUnit.SECONDS.toNanos(15);

    static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static final double NANOS = 1e9;

    /**
     * A report of an engine.
     *
     * @param atNanos when the report came
     * @param tasks how many tasks it has executed so far
     * @param queuedTasks how many tasks are queued there and not begun
     * @param waitedNanos how long all its threads together have waited so far
     */
    public record Sample(long atNanos, long tasks, long queuedTasks, long waitedNanos) {}

    /**
     * An engine that should have an assistant.
     *
     * @param why the reason, for the user
     */
    public record Overload(int engine, String why) {}

    private final Map<Integer, Course> courses = new HashMap<>();
    private boolean open;
    private long lastNanos;
    private long notBeforeNanos = Long.MIN_VALUE;
    private final GrowingPause afterNone = new GrowingPause(AFTER_NONE_NANOS, LONGEST_PAUSE_NANOS);

    /** Takes an engine's report. */
    public void heard(Sample sample, Membership.Member engine) {
        lastNanos = sample.atNanos();
        // Before its first task it may not have been told to begin.
        if (sample.tasks() > 0) {
            courses.computeIfAbsent(engine.number(), unseen -> new Course(engine))
                    .add(sample);
        }
    }

    /** Forgets an engine that is gone. */
    public void gone(int engine) {
        courses.remove(engine);
    }

    /** Says that an assistant is being made; no other is wanted meanwhile. */
    public void begun() {
        open = true;
    }

    /** Says that the assistant has come, or will not come. */
    public void over(boolean done) {
        open = false;
        if (done) {
            afterNone.reset();
        }
        notBeforeNanos = lastNanos + (done ? AFTER_ONE_NANOS : afterNone.take());
    }

    /**
     * Returns the engine that needs an assistant most; null if none does.
     *
     * @param candidates the engines that may have one
     */
    public @Nullable Overload overloaded(Set<Integer> candidates, long nowNanos) {
        Course worst = null;
        for (Map.Entry<Integer, Course> entry : courses.entrySet()) {
            Course course = entry.getValue();
            course.judge(others(entry.getKey()), nowNanos);
            boolean is = candidates.contains(entry.getKey()) && course.hasStood(nowNanos);
            if (is && (worst == null || course.severity > worst.severity)) {
                worst = course;
            }
        }
        boolean may = !open && nowNanos >= notBeforeNanos;
        return worst == null || !may ? null : new Overload(worst.engine.number(), worst.why);
    }

    private List<Course> others(int engine) {
        List<Course> others = new ArrayList<>();
        courses.forEach((number, course) -> {
            if (number != engine) {
                others.add(course);
            }
        });
        return others;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The reports of one engine over the last seconds. */
    private static final class Course {
        final Membership.Member engine;
        private final ArrayDeque<Sample> samples = new ArrayDeque<>();
        private long sinceNanos = Long.MAX_VALUE;
        double severity;
        String why = "";

        Course(Membership.Member engine) {
            this.engine = engine;
        }

        void add(Sample sample) {
            samples.add(sample);
            while (sample.atNanos() - samples.getFirst().atNanos() > WINDOW_NANOS) {
                samples.removeFirst();
            }
        }

        private long windowNanos() {
            return samples.getLast().atNanos() - samples.getFirst().atNanos();
        }

        /** Returns for how long the engine's threads had something to do, in the mean. */
        private double busySeconds() {
            long waited = samples.getLast().waitedNanos() - samples.getFirst().waitedNanos();
            return Math.max(0, windowNanos() - (double) waited / engine.threads()) / NANOS;
        }

        private boolean isKnown() {
            return windowNanos() >= LEAST_WINDOW_NANOS && busySeconds() * NANOS > windowNanos() / 4.0;
        }

        private double tasksPerSecond() {
            return (samples.getLast().tasks() - samples.getFirst().tasks()) / busySeconds();
        }

        private double speed() {
            return tasksPerSecond() / engine.power();
        }

        /** Returns for how long the engine's queued tasks will last; 0 if it waits for tasks or too little is known. */
        private double leftSeconds() {
            long queued = samples.getLast().queuedTasks();
            return queued == 0 || !isKnown() ? 0 : queued / Math.max(1e-9, tasksPerSecond());
        }

        void judge(List<Course> others, long nowNanos) {
            List<Double> speeds =
                    others.stream().filter(Course::isKnown).map(Course::speed).toList();
            severity = 0;
            if (isKnown() && !others.isEmpty()) {
                judgeSpeed(speeds.isEmpty() ? 0 : median(speeds));
                judgeEnd(median(others.stream().map(Course::leftSeconds).toList()));
            }
            sinceNanos = severity == 0 ? Long.MAX_VALUE : Math.min(sinceNanos, nowNanos);
        }

        private void judgeSpeed(double usual) {
            boolean telling = usual * engine.power() * busySeconds() >= LEAST_TASKS;
            if (telling && speed() < SLOW * usual) {
                severity = usual / Math.max(1e-9, speed());
                why = String.format(Locale.ROOT, "it does %.0f%% of what its power promises", 100 * speed() / usual);
            }
        }

        private void judgeEnd(double othersSeconds) {
            double left = leftSeconds();
            if (severity == 0 && left > 2 * othersSeconds && (left - othersSeconds) * NANOS > LATE_NANOS) {
                severity = 1;
                why = String.format(
                        Locale.ROOT, "its tasks last %.0f s, those of the others %.0f s", left, othersSeconds);
            }
        }

        boolean hasStood(long nowNanos) {
            return sinceNanos != Long.MAX_VALUE
                    && nowNanos - sinceNanos >= (severity * VERY_SLOW >= 1 ? SHORT_HOLD_NANOS : HOLD_NANOS);
        }
    }
}
