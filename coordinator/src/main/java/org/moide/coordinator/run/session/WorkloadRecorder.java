package org.moide.coordinator.run.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.balance.workload.Workload;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.engine.control.EngineReport;

/**
 * Puts together what engines have recorded of their tasks. Times become those of the mean thread's power. Any thread;
 * guarded by this object.
 */
public final class WorkloadRecorder {
    /** The most tasks, for a file of some megabytes; further ones are folded. */
    public static final int MOST_TASKS = 300_000;

    private static final int USUAL_TASK_BYTES = 100;

    /** What one engine sent. */
    private record Part(int engine, EngineReport.Recorded recorded) {}

    private final int mostTasks;
    private final List<Part> parts = new ArrayList<>();

    /**
     * Nothing recorded yet.
     *
     * @param mostTasks how many tasks are recorded each for itself, in all engines together
     */
    public WorkloadRecorder(int mostTasks) {
        this.mostTasks = mostTasks;
    }

    /** How many tasks each of so many threads records for itself. */
    int tasksOfEach(int threads) {
        return Math.max(1, mostTasks / threads);
    }

    synchronized void add(int engine, EngineReport.Recorded recorded) {
        parts.add(new Part(engine, recorded));
    }

    /**
     * The whole. A task whose parent was lost with its engine counts as one that was there at the start.
     *
     * @param engines by number
     */
    public synchronized RecordedWorkload workload(String application, List<RecordedWorkload.Engine> engines) {
        double threadPower = engines.stream()
                        .mapToDouble(RecordedWorkload.Engine::power)
                        .sum()
                / engines.stream().mapToInt(RecordedWorkload.Engine::threads).sum();
        Map<Long, Integer> places = new HashMap<>();
        long encodedTasks = 0;
        long encodedBytes = 0;
        for (Part part : parts) {
            long[] tasks = part.recorded().tasks();
            for (int at = 0; at < tasks.length; at += 3) {
                places.put(tasks[at], places.size());
            }
            encodedTasks += part.recorded().encodedTasks();
            encodedBytes += part.recorded().encodedBytes();
        }
        int[] parents = new int[places.size()];
        long[] nanos = new long[places.size()];
        long[] foldedTasks = new long[places.size()];
        long[] foldedNanos = new long[places.size()];
        for (Part part : parts) {
            RecordedWorkload.Engine engine = engines.get(part.engine());
            double speed = engine.power() / engine.threads() / threadPower;
            long[] tasks = part.recorded().tasks();
            for (int at = 0; at < tasks.length; at += 3) {
                int place = places.getOrDefault(tasks[at], 0);
                parents[place] = places.getOrDefault(tasks[at + 1], Workload.NO_PARENT);
                nanos[place] = Math.max(1, Math.round(tasks[at + 2] * speed));
            }
            long[] folded = part.recorded().folded();
            for (int at = 0; at < folded.length; at += 3) {
                int place = places.getOrDefault(folded[at], 0);
                foldedTasks[place] += folded[at + 1];
                foldedNanos[place] += Math.round(folded[at + 2] * speed);
            }
        }
        int taskBytes = encodedTasks == 0 ? USUAL_TASK_BYTES : (int) Math.max(1, encodedBytes / encodedTasks);
        return new RecordedWorkload(
                application, threadPower, taskBytes, engines, parents, nanos, foldedTasks, foldedNanos);
    }

    /** Whether any task was recorded. */
    public synchronized boolean isEmpty() {
        return parts.stream().allMatch(part -> part.recorded().tasks().length == 0);
    }
}
