package org.moide.balance.pool;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.TaskClass;

/**
 * The tasks that read one class, a set of data objects: a queue of those that wait, and the number of those running.
 * Guarded by the {@link ClassedTasks} that owns it.
 */
final class ClassQueue {
    /** The most object IDs in a list of classes, so that the list fits into a message. A single class may have more. */
    private static final int MOST_IDS = 8_192;

    final TaskClass taskClass;
    final ArrayDeque<PooledTask> tasks = new ArrayDeque<>(); // in the order in which they are taken
    boolean ready; // whether the objects it reads are here
    int running;
    int unwritten; // number of its objects not written yet, as far as this member knows

    ClassQueue(TaskClass taskClass) {
        this.taskClass = taskClass;
    }

    /**
     * Adds to {@code found} the classes of these queues, with their numbers of tasks, until it has {@code most}
     * entries.
     */
    static List<ClassCount> counts(Set<ClassQueue> some, int most, List<ClassCount> found) {
        int ids = found.stream().mapToInt(count -> count.taskClass().size()).sum();
        for (ClassQueue queue : some) {
            ids += queue.taskClass.size();
            if (found.size() == most || (ids > MOST_IDS && !found.isEmpty())) {
                break;
            }
            found.add(new ClassCount(queue.taskClass, queue.tasks.size()));
        }
        return found;
    }
}
