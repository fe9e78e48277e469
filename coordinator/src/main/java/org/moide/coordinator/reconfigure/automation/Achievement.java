package org.moide.coordinator.reconfigure.automation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.moide.coordinator.control.RunStatus.EngineStatus;

/**
 * Measures how much each engine of a bag of tasks achieves for its power, compared with the other engines. A phase in
 * which all engines are slow thus counts against none of them. Time in which threads wait for tasks does not count. Not
 * thread-safe.
 */
final class Achievement {
    /**
     * The window over which tasks are counted: longer than a garbage collection or a bundle of tasks, shorter than a
     * typical job of another user.
     */
    static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** The least time that a measurement must cover. A shorter measurement is not used. */
    static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * The least number of tasks for a measurement. It is compared with the number of tasks that the other engines would
     * have done with the engine's power in the same time. With fewer tasks, chance would change the result by more than
     * a quarter.
     */
    static final double LEAST_TASKS = 20;

    private static final double NANOS = 1e9;

    private final Map<Integer, Deque<Sample>> samples = new HashMap<>();

    private record Sample(long nanos, long tasks, double waitedSeconds) {}

    /** The work that one engine did within the window. */
    private record Work(double seconds, long tasks, double waitedSeconds) {
        double computingSeconds(EngineStatus engine) {
            return Math.max(0, engine.threads() * seconds - waitedSeconds);
        }
    }

    /** Adds a sample of each computing engine. */
    void add(List<EngineStatus> engines, long nowNanos) {
        samples.keySet()
                .retainAll(engines.stream()
                        .filter(EngineStatus::isComputing)
                        .map(EngineStatus::seat)
                        .collect(Collectors.toSet()));
        for (EngineStatus engine : engines) {
            if (!engine.isComputing()) {
                continue;
            }
            Deque<Sample> all = samples.computeIfAbsent(engine.seat(), first -> new ArrayDeque<>());
            Sample before = all.peekLast();
            if (before != null && engine.tasks() < before.tasks()) {
                all.clear(); // the engine counts from 0 again in a new epoch
            }
            all.add(new Sample(nowNanos, engine.tasks(), engine.waitedSeconds()));
            while (all.size() > 2 && nowNanos - all.getFirst().nanos() > WINDOW_NANOS) {
                all.removeFirst();
            }
        }
    }

    private Work work(int seat) {
        return work(seat, WINDOW_NANOS);
    }

    /** Returns the work within the last part of the window, which is at least {@link #LEAST_NANOS} long. */
    private Work work(int seat, long withinNanos) {
        Deque<Sample> all = samples.get(seat);
        if (all == null || all.getLast().nanos() - all.getFirst().nanos() < LEAST_NANOS) {
            return new Work(0, 0, 0);
        }
        Sample first = all.getFirst();
        Sample last = all.getLast();
        for (Sample later : all) {
            if (last.nanos() - first.nanos() > withinNanos && last.nanos() - later.nanos() >= LEAST_NANOS) {
                first = later;
            }
        }
        return new Work(
                (last.nanos() - first.nanos()) / NANOS,
                last.tasks() - first.tasks(),
                last.waitedSeconds() - first.waitedSeconds());
    }

    /**
     * Returns the engine's work, divided by the work that the other engines would do with its power: 1 if it works as
     * well as they do; not a number if there are too few samples.
     */
    double ratio(EngineStatus engine, List<EngineStatus> engines) {
        double powerSeconds = 0;
        double tasks = 0;
        for (EngineStatus other : engines) {
            if (other.seat() != engine.seat()) {
                Work work = work(other.seat());
                powerSeconds += work.computingSeconds(other) * other.power() / other.threads();
                tasks += work.tasks();
            }
        }
        Work own = work(engine.seat());
        double ownPowerSeconds = own.computingSeconds(engine) * engine.power() / engine.threads();
        double expected = powerSeconds > 0 ? tasks / powerSeconds * ownPowerSeconds : 0;
        return expected < LEAST_TASKS ? Double.NaN : own.tasks() / expected;
    }

    /**
     * Returns the fraction of the time in which the engine's threads waited for tasks; 0 if there are too few samples.
     */
    double waiting(EngineStatus engine) {
        Work work = work(engine.seat());
        return work.seconds() == 0 ? 0 : work.waitedSeconds() / (work.seconds() * engine.threads());
    }

    /**
     * Returns the number of tasks that all engines together execute in a second; 0 if there are too few samples.
     *
     * @param withinNanos for how long their hosts have been as they are
     */
    double tasksPerSecond(long withinNanos) {
        double rate = 0;
        for (int seat : samples.keySet()) {
            Work work = work(seat, withinNanos);
            rate += work.seconds() == 0 ? 0 : work.tasks() / work.seconds();
        }
        return rate;
    }
}
