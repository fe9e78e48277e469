package org.moide.balance.pool;

import java.util.ArrayDeque;
import org.moide.balance.data.TaskClass;

/** The queued tasks of one class, and what of them runs. Guarded by the {@link ClassedTasks} that it belongs to. */
final class ClassQueue {
    final TaskClass taskClass;
    final ArrayDeque<PooledTask> tasks = new ArrayDeque<>(); // the first is the next
    boolean ready; // what they read is here
    int running;
    int unwritten; // how many of its objects nobody has written, as far as is known here

    ClassQueue(TaskClass taskClass) {
        this.taskClass = taskClass;
    }
}
