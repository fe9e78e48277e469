package org.moide.balance.pool;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.TaskClass;

/** The queued tasks of one class, and what of them runs. Guarded by the {@link ClassedTasks} that it belongs to. */
final class ClassQueue {
    /** Lists of classes travel: they name no more objects than fit into a message, unless it is one class. */
    private static final int MOST_IDS = 8_192;

    final TaskClass taskClass;
    final ArrayDeque<PooledTask> tasks = new ArrayDeque<>(); // the first is the next
    boolean ready; // what they read is here
    int running;
    int unwritten; // how many of its objects nobody has written, as far as is known here

    ClassQueue(TaskClass taskClass) {
        this.taskClass = taskClass;
    }

    /** Adds how many tasks the first of these queues have to {@code found}, until that has {@code most}. */
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
