package org.moide.coordinator.run.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.moide.balance.data.DataPlace;
import org.moide.balance.workload.Workload;
import org.moide.coordinator.workload.RecordedTasks;
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

    /** A part that one engine sent. */
    private record Part(int engine, EngineReport.Recorded recorded) {}

    private final int mostTasks;
    private final List<Part> parts = new ArrayList<>();
    private final NavigableMap<Long, Long> objectBytes = new TreeMap<>();
    private final WorkerRecorder workers;

    /**
     * Begins without tasks.
     *
     * @param mostTasks the number of tasks that are recorded singly, in all engines together
     */
    public WorkloadRecorder(int mostTasks) {
        this.mostTasks = mostTasks;
        this.workers = new WorkerRecorder(mostTasks);
    }

    /** Returns how many tasks each of this number of threads, or engines, records singly. */
    int tasksOfEach(int recording) {
        return Math.max(1, mostTasks / recording);
    }

    /**
     * Adds a part that an engine has sent.
     *
     * @param sizes gives the sizes of data objects
     */
    public void add(int engine, EngineReport.Recorded recorded, Function<List<Long>, List<DataPlace>> sizes) {
        add(engine, recorded);
        for (EngineReport.Recorded.Readers readers : recorded.readers()) {
            learn(sizes.apply(unseen(readers)));
        }
    }

    private synchronized void add(int engine, EngineReport.Recorded recorded) {
        parts.add(new Part(engine, recorded));
        recorded.workers().forEach(part -> workers.add(engine, part));
    }

    private synchronized List<Long> unseen(EngineReport.Recorded.Readers readers) {
        return readers.taskClass().stream()
                .filter(id -> !objectBytes.containsKey(id))
                .boxed()
                .toList();
    }

    private synchronized void learn(List<DataPlace> places) {
        for (DataPlace place : places) {
            if (place.bytes() != DataPlace.NEVER_WRITTEN) {
                objectBytes.put(place.id(), Math.max(1, place.bytes()));
            }
        }
    }

    /**
     * Returns the whole workload. If tasks of workers were recorded there are no others, and it is a workload of
     * workers.
     *
     * @param engines the engines by number
     */
    public synchronized RecordedWorkload recorded(String application, List<RecordedWorkload.Engine> engines) {
        double threadPower = threadPower(engines);
        return new RecordedWorkload(
                application,
                threadPower,
                engines,
                workers.hasTasks() ? workers.recorded(threadPower, engines) : tasks(threadPower, engines));
    }

    /**
     * Returns all tasks of a bag. A task whose parent was lost with its engine counts as one that was there at the
     * start. If tasks read data objects, those that were there at the start come in the order of the objects, since
     * nobody recorded the order in which they were put.
     */
    private RecordedTasks tasks(double threadPower, List<RecordedWorkload.Engine> engines) {
        RecordedReaders readers = new RecordedReaders(objectBytes);
        parts.forEach(part -> readers.add(part.recorded().readers()));
        Map<Long, Integer> places = places(readers);
        long encodedTasks = 0;
        long encodedBytes = 0;
        int[] parents = new int[places.size()];
        long[] nanos = new long[places.size()];
        long[] foldedTasks = new long[places.size()];
        long[] foldedNanos = new long[places.size()];
        for (Part part : parts) {
            encodedTasks += part.recorded().encodedTasks();
            encodedBytes += part.recorded().encodedBytes();
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
        return new RecordedTasks(taskBytes, parents, nanos, foldedTasks, foldedNanos, readers.data(places));
    }

    private static double threadPower(List<RecordedWorkload.Engine> engines) {
        return engines.stream().mapToDouble(RecordedWorkload.Engine::power).sum()
                / engines.stream().mapToInt(RecordedWorkload.Engine::threads).sum();
    }

    /** Returns each task's number in the file, by its own number. */
    private Map<Long, Integer> places(RecordedReaders readers) {
        List<Long> first = new ArrayList<>(); // that read objects, and were there at the start
        List<Long> others = new ArrayList<>();
        for (Part part : parts) {
            long[] tasks = part.recorded().tasks();
            for (int at = 0; at < tasks.length; at += 3) {
                boolean atStart = tasks[at + 1] == EngineReport.Recorded.NO_PARENT;
                (atStart && readers.has(tasks[at]) ? first : others).add(tasks[at]);
            }
        }
        first.sort(readers);
        Map<Long, Integer> places = new HashMap<>();
        first.forEach(task -> places.putIfAbsent(task, places.size()));
        others.forEach(task -> places.putIfAbsent(task, places.size()));
        return places;
    }

    /** Returns whether no task was recorded. */
    public synchronized boolean isEmpty() {
        return !workers.hasTasks()
                && parts.stream().allMatch(part -> part.recorded().tasks().length == 0);
    }
}
