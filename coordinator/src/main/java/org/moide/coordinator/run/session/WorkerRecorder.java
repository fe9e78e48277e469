package org.moide.coordinator.run.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.Workload;
import org.moide.coordinator.workload.RecordedWorkers;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.engine.control.EngineReport.Recorded.WorkerPart;

/**
 * Combines the records of workers that engines sent in the last epoch. Records of earlier epochs are dropped, since
 * their tasks may have been done again with new numbers. Not thread-safe.
 */
final class WorkerRecorder {
    private final Map<Long, WorkerRule> rules = new TreeMap<>();
    private final Map<Long, Long> stateBytes = new HashMap<>();
    private final Map<WorkerRule, WorkerRule> kept = new HashMap<>(); // holds one instance of equal rules
    private final TreeMap<Long, Task> tasks = new TreeMap<>();

    private final int mostTasks;
    private long epoch;

    private record Task(int engine, long cause, long worker, long nanos, int bytes) {}

    /**
     * Creates the object without records.
     *
     * @param mostTasks the greatest number of tasks that are kept. The earliest are kept, so the task that sent a kept
     *     task is kept too
     */
    WorkerRecorder(int mostTasks) {
        this.mostTasks = mostTasks;
    }

    /** Adds a part of an engine's record; parts of earlier epochs are ignored. */
    void add(int engine, WorkerPart part) {
        if (part.epoch() > epoch) {
            epoch = part.epoch();
            rules.clear();
            stateBytes.clear();
            tasks.clear();
        } else if (part.epoch() < epoch) {
            return;
        }
        for (Declarations.Workers some : part.workers()) {
            WorkerRule rule = kept.computeIfAbsent(simulated(some.rule()), first -> first);
            for (long number = 0; number < some.count() && rules.size() < WorkerWorkload.MOST_WORKERS; number++) {
                rules.put(some.first() + number, rule);
            }
        }
        for (int at = 0; at < part.states().length; at += 2) {
            stateBytes.put(part.states()[at], part.states()[at + 1]);
        }
        long[] numbers = part.tasks();
        for (int at = 0; at < numbers.length; at += WorkerPart.NUMBERS) {
            tasks.put(numbers[at], new Task(engine, numbers[at + 1], numbers[at + 2], numbers[at + 3], (int)
                    Math.min(numbers[at + 4], Integer.MAX_VALUE)));
            if (tasks.size() > mostTasks) {
                tasks.pollLastEntry();
            }
        }
    }

    /**
     * Returns a rule for creating workers, reduced to what a simulation knows. In a simulation there are no groups and
     * no hosts, and no worker ends.
     */
    private static WorkerRule simulated(WorkerRule rule) {
        return new WorkerRule(
                rule.startOn(), rule.moves(), rule.moveTo(), rule.neighbours(), List.of(), List.of(), rule.weights());
    }

    private static double speed(int engine, double threadPower, List<RecordedWorkload.Engine> engines) {
        if (engine >= engines.size()) {
            return 1;
        }
        RecordedWorkload.Engine its = engines.get(engine);
        return its.power() / its.threads() / threadPower;
    }

    boolean hasTasks() {
        return !tasks.isEmpty();
    }

    /**
     * Returns all recorded workers and tasks. The times of tasks are converted to those of a thread with the power
     * {@code threadPower}. A task counts as sent at the beginning if the task that sent it was not recorded.
     *
     * @param engines the engines by number; the times of tasks on other engines are not converted
     */
    RecordedWorkers recorded(double threadPower, List<RecordedWorkload.Engine> engines) {
        List<WorkerWorkload.Worker> workers = new ArrayList<>();
        rules.forEach((worker, rule) ->
                workers.add(new WorkerWorkload.Worker(worker, rule, stateBytes.getOrDefault(worker, 0L))));
        Map<Long, Integer> places = new HashMap<>();
        long[] receivers = new long[tasks.size()];
        int[] causes = new int[receivers.length];
        long[] nanos = new long[receivers.length];
        int[] bytes = new int[receivers.length];
        tasks.forEach((number, task) -> {
            int place = places.size();
            receivers[place] = task.worker();
            causes[place] = places.getOrDefault(task.cause(), Workload.NO_PARENT);
            nanos[place] = Math.max(1, Math.round(task.nanos() * speed(task.engine(), threadPower, engines)));
            bytes[place] = task.bytes();
            places.put(number, place);
        });
        return new RecordedWorkers(workers, receivers, causes, nanos, bytes);
    }
}
