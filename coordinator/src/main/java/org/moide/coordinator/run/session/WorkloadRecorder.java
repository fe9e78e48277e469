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
 * Combines the records of tasks that engines sent to one recorded workload. Times are converted to those of a thread of
 * mean power. Thread-safe; guarded by this object.
 */
public final class WorkloadRecorder {
    /**
     * The limit on the number of tasks that are recorded one by one; with it a file has some megabytes. Further tasks
     * are only counted, each with the task that created it.
     */
    public static final int MOST_TASKS = 300_000;

    private static final int USUAL_TASK_BYTES = 100;

    private record Part(int engine, EngineReport.Recorded recorded) {}

    private final int mostTasks;
    private final List<Part> parts = new ArrayList<>();
    private final NavigableMap<Long, Long> objectBytes = new TreeMap<>();
    private final WorkerRecorder workers;

    /**
     * Creates the object without tasks.
     *
     * @param mostTasks the greatest number of tasks that all engines together record one by one
     */
    public WorkloadRecorder(int mostTasks) {
        this.mostTasks = mostTasks;
        this.workers = new WorkerRecorder(mostTasks);
    }

    /**
     * Returns how many tasks each recording thread or engine may record one by one.
     *
     * @param recording the number of threads or engines that share the limit
     */
    int tasksOfEach(int recording) {
        return Math.max(1, mostTasks / recording);
    }

    /**
     * Adds a part of an engine's record.
     *
     * @param sizes returns the sizes of data objects, given their IDs
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
     * Returns the recorded workload: that of workers if any of their tasks were recorded, otherwise that of a bag.
     *
     * @param engines the engines in the order of their numbers
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
     * Returns all tasks of a bag. A task that was created by an unrecorded task counts as created at the beginning.
     * Tasks of the beginning that read data objects are sorted by these objects, since the order in which they were put
     * is not recorded.
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

    /** Returns the index of each task in the workload file, by its number in the run. */
    private Map<Long, Integer> places(RecordedReaders readers) {
        List<Long> first = new ArrayList<>(); // tasks of the beginning that read objects
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

    public synchronized boolean isEmpty() {
        return !workers.hasTasks()
                && parts.stream().allMatch(part -> part.recorded().tasks().length == 0);
    }
}
