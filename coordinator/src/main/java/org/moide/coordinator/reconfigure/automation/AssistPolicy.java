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
import org.moide.coordinator.control.RunStatus;

/**
 * Decides when an engine is overloaded and should get an assistant (MOIDE, §3.1: "a bottleneck in the collaborative
 * computation"). It is given the engines' reports and the time, and reads no clock.
 *
 * <p>An engine is compared with the median of the other engines over the last seconds, without the time in which its
 * threads had no tasks. It is overloaded if it does less than {@link #SLOW half} of the tasks that its power promises;
 * then other programs use its host. It is also overloaded if its queued tasks will last far longer than those of other
 * engines, which happens when tasks were divided in advance and cannot move. Both conditions must last for a while.
 */
public final class AssistPolicy {
    /**
     * The relative speed below which an engine counts as slow: its speed divided by the median of the other engines. A
     * faster engine delays the run by less than the start of an assistant takes.
     */
    static final double SLOW = 0.5;

    /**
     * The window over which rates are measured: some heartbeats, and many time slices of other processes on the host.
     */
    static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** The least time that a measurement must cover. A shorter measurement is not used. */
    static final long LEAST_WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    /**
     * The time for which an engine must be slow or late before it gets an assistant. One slow second is no reason to
     * start a JVM.
     */
    static final long HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

    /**
     * The relative speed below which an engine counts as very slow. It then needs to be slow only for
     * {@link #SHORT_HOLD_NANOS}.
     */
    static final double VERY_SLOW = 1.0 / 3;

    static final long SHORT_HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    /**
     * The least number of tasks for a judgement. If an engine of usual speed would have done fewer tasks in the time,
     * the number of tasks that an engine has done says nothing about it.
     */
    static final double LEAST_TASKS = 8;

    /**
     * How much later than the other engines an engine must be expected to end, to get an assistant. It must also need
     * more than twice their time. A shorter delay is not worth the start of a JVM.
     */
    static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The pause after an assistant has started. Only then do the engines' reports show its effect. */
    static final long AFTER_ONE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * The pause after an assistant could not be started. It doubles with each failure, up to
     * {@link #LONGEST_PAUSE_NANOS}.
     */
    static final long AFTER_NONE_NANOS = TimeUnit.SECONDS.toNanos(15);

    static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static final double NANOS = 1e9;

    /**
     * A report of an engine about itself.
     *
     * @param atNanos when the report arrived
     * @param tasks the number of tasks that it has executed so far
     * @param queuedTasks the number of tasks that it has queued and not begun
     * @param waitedNanos how long its threads have waited for tasks so far, summed over threads
     */
    public record Sample(long atNanos, long tasks, long queuedTasks, long waitedNanos) {}

    private final Map<Integer, Course> courses = new HashMap<>();
    private boolean open;
    private long lastNanos;
    private long notBeforeNanos = Long.MIN_VALUE;
    private final GrowingPause afterNone = new GrowingPause(AFTER_NONE_NANOS, LONGEST_PAUSE_NANOS);

    /** Adds a report that an engine has sent with its heartbeat. */
    public void heard(Sample sample, Membership.Member engine) {
        lastNanos = sample.atNanos();
        // An engine without a finished task may not have been told to begin.
        if (sample.tasks() > 0) {
            courses.computeIfAbsent(engine.number(), unseen -> new Course(engine))
                    .add(sample);
        }
    }

    /** Forgets the reports of an engine that is gone. */
    public void gone(int engine) {
        courses.remove(engine);
    }

    /** Records that an assistant is being started. Until {@link #over} is called, no other engine gets an assistant. */
    public void begun() {
        open = true;
    }

    /**
     * Records the end of the attempt to start an assistant.
     *
     * @param done whether the assistant has started
     */
    public void over(boolean done) {
        open = false;
        if (done) {
            afterNone.reset();
        }
        notBeforeNanos = lastNanos + (done ? AFTER_ONE_NANOS : afterNone.take());
    }

    /**
     * Returns the engine that needed an assistant most when the last report arrived; null if no engine needed one.
     *
     * @param candidates the engines that may get an assistant
     */
    public RunStatus.@Nullable Overload overloaded(Set<Integer> candidates) {
        return overloaded(candidates, lastNanos);
    }

    /**
     * Returns the engine that needs an assistant most; null if no engine needs one now.
     *
     * @param candidates the engines that may get an assistant
     */
    public RunStatus.@Nullable Overload overloaded(Set<Integer> candidates, long nowNanos) {
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
        return worst == null || !may ? null : worst.overload();
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

    /** The recent reports of one engine, those within the window. */
    private static final class Course {
        final Membership.Member engine;
        private final ArrayDeque<Sample> samples = new ArrayDeque<>();
        private long sinceNanos = Long.MAX_VALUE;
        double severity;
        private double othersSeconds;
        private String why = "";

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

        /** Returns for how many seconds of the window the engine's threads had tasks, averaged over the threads. */
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

        /**
         * Returns how many seconds the engine's queued tasks will take; 0 if none are queued or there are too few
         * reports.
         */
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
                List<Double> ends = others.stream().map(Course::leftSeconds).toList();
                judgeEnd(median(ends));
                othersSeconds = ends.stream().mapToDouble(end -> end).max().orElse(0);
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

        RunStatus.Overload overload() {
            return new RunStatus.Overload(engine.number(), why, leftSeconds(), othersSeconds);
        }

        boolean hasStood(long nowNanos) {
            return sinceNanos != Long.MAX_VALUE
                    && nowNanos - sinceNanos >= (severity * VERY_SLOW >= 1 ? SHORT_HOLD_NANOS : HOLD_NANOS);
        }
    }
}
