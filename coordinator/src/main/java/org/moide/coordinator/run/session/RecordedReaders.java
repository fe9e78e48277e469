package org.moide.coordinator.run.session;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.moide.balance.data.TaskClass;
import org.moide.coordinator.workload.RecordedData;
import org.moide.engine.control.EngineReport;

/**
 * Records which data objects each recorded task reads. Tasks are named by their numbers in the run. As a comparator,
 * this object sorts tasks by the objects that they read. Not thread-safe.
 */
final class RecordedReaders implements Comparator<Long> {
    private final NavigableMap<Long, Long> objectBytes;
    private final Map<Long, TaskClass> classes = new HashMap<>();
    private final Map<TaskClass, TaskClass> known = new HashMap<>(); // holds one instance of equal classes

    /**
     * Creates the object without tasks.
     *
     * @param objectBytes the sizes of objects by their IDs. Tasks that read an object which is missing here are
     *     recorded without any objects
     */
    RecordedReaders(NavigableMap<Long, Long> objectBytes) {
        this.objectBytes = objectBytes;
    }

    void add(List<EngineReport.Recorded.Readers> readers) {
        for (EngineReport.Recorded.Readers one : readers) {
            if (one.taskClass().stream().allMatch(objectBytes::containsKey)) {
                TaskClass reads = known.computeIfAbsent(one.taskClass(), same -> same);
                for (long task : one.tasks()) {
                    classes.put(task, reads);
                }
            }
        }
    }

    boolean has(long task) {
        return classes.containsKey(task);
    }

    @Override
    public int compare(Long one, Long other) {
        return Arrays.compare(taskClass(one).ids(), taskClass(other).ids());
    }

    private TaskClass taskClass(long task) {
        return classes.getOrDefault(task, TaskClass.NONE);
    }

    /**
     * Returns the data objects and their readers in the form of a workload file.
     *
     * @param places each task's index in the file, by its number in the run
     */
    RecordedData data(Map<Long, Integer> places) {
        if (classes.isEmpty()) {
            return RecordedData.NONE;
        }
        TaskClass[] byPlace = new TaskClass[places.size()];
        places.forEach((task, place) -> byPlace[place] = taskClass(task));
        Map<TaskClass, Integer> indices = new LinkedHashMap<>();
        int[] taskClasses = new int[byPlace.length];
        for (int place = 0; place < byPlace.length; place++) {
            TaskClass reads = byPlace[place];
            taskClasses[place] = reads.isNone()
                    ? RecordedData.READS_NOTHING
                    : indices.computeIfAbsent(reads, unseen -> indices.size());
        }
        return new RecordedData(
                numbers(objectBytes.keySet()),
                numbers(objectBytes.values()),
                List.copyOf(indices.keySet()),
                taskClasses,
                false);
    }

    private static long[] numbers(Collection<Long> boxed) {
        return boxed.stream().mapToLong(Long::longValue).toArray();
    }
}
