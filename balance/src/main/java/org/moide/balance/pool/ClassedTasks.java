package org.moide.balance.pool;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.TaskClass;

/**
 * The queued tasks that read data objects, in one queue for each class.
 *
 * <p>Tasks wait until the control thread marks their class as ready, because its objects are here. Compute threads take
 * tasks of ready classes; each thread stays with one class as long as that class has tasks. Tasks that read an object
 * not yet written are withheld: no thread gets them, and lenders do not see them.
 *
 * <p>Any thread may call; one lock is held for a few steps only. The cost of a method does not grow with the number of
 * classes unless it says so.
 */
public final class ClassedTasks {
    /** The distance between array elements of two threads: two cache lines, since processors fetch lines in pairs. */
    private static final int PADDING = 16;

    private final Map<TaskClass, ClassQueue> queues = new HashMap<>(); // guarded by this, like all below
    private final Set<ClassQueue> takable = new LinkedHashSet<>(); // ready, with tasks
    private final Set<ClassQueue> waiting = new LinkedHashSet<>(); // not ready, with tasks
    private final Set<ClassQueue> idle = new LinkedHashSet<>(); // ready, no task queued or running
    private final Map<Long, Set<ClassQueue>> readers = new HashMap<>(); // queues by each object that their tasks read
    private final Map<Long, Set<ClassQueue>> withheld = new HashMap<>(); // queues by each object they wait for
    private final boolean knowsWritten; // false: an object counts as written unless unwritten() was called
    private final Set<Long> written = new HashSet<>(); // used if knowsWritten
    private final Set<Long> unwritten = new HashSet<>(); // used if not knowsWritten
    private final @Nullable ClassQueue[] latest; // the class of each thread's last task
    private final Runnable offered;
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicInteger withheldSize = new AtomicInteger();
    private final AtomicInteger takableSize = new AtomicInteger();

    /**
     * Creates an empty set of tasks.
     *
     * @param threads the number of compute threads; with 0 (at the root), an object counts as written only after
     *     {@link #written}; otherwise it counts as written unless {@link #unwritten} was called
     * @param offered called when a change by the control thread lets tasks begin; must not block
     */
    ClassedTasks(int threads, Runnable offered) {
        this.offered = offered;
        this.knowsWritten = threads == 0;
        this.latest = new ClassQueue[(threads + 1) * PADDING];
    }

    /**
     * Returns the number of queued tasks, without those that are withheld because an object they read is not written
     * yet.
     */
    public int size() {
        return size.get();
    }

    /** Returns the number of withheld tasks, which read an object not yet written. */
    public int withheld() {
        return withheldSize.get();
    }

    /** Returns whether a thread that calls {@link #take} now would get a task. */
    boolean isAnyTakable() {
        return takableSize.get() > 0;
    }

    // --- compute threads --------------------------------------------------------------------------------------------

    /**
     * Adds a task. If the task may begin, it calls {@code takable}; if it is the first of a class whose objects may
     * have to be fetched, it calls {@code first}.
     */
    void add(PooledTask task, Runnable takable, Runnable first) {
        boolean ready;
        boolean alone;
        synchronized (this) {
            ClassQueue queue = insert(task, false);
            ready = queue.ready;
            alone = queue.tasks.size() == 1;
        }
        if (ready) {
            takable.run();
        } else if (alone) {
            first.run();
        }
    }

    /**
     * Takes a task for a thread: one of the class of the thread's last task, or else of another ready class. Returns
     * null if there is none.
     */
    @Nullable
    PooledTask take(int thread) {
        if (takableSize.get() == 0) {
            return null;
        }
        synchronized (this) {
            ClassQueue queue = latest[thread * PADDING];
            if (queue == null || !queue.ready || queue.tasks.isEmpty()) {
                if (takable.isEmpty()) {
                    return null;
                }
                queue = takable.iterator().next();
                latest[thread * PADDING] = queue;
            }
            PooledTask task = queue.tasks.removeFirst();
            queue.running++;
            counted(queue, task, -1);
            return task;
        }
    }

    /** Records that a task that a thread had taken has ended or will not run. */
    void ended(TaskClass taskClass) {
        synchronized (this) {
            ClassQueue queue = queues.get(taskClass);
            if (queue != null) {
                queue.running--;
                if (queue.running == 0 && queue.tasks.isEmpty()) {
                    sort(queue);
                }
            }
        }
    }

    // --- the control thread -----------------------------------------------------------------------------------------

    /** Adds tasks to the queues; with {@code next}, in front of those queued. */
    void addAll(List<PooledTask> tasks, boolean next) {
        synchronized (this) {
            for (int index = 0; index < tasks.size(); index++) {
                insert(tasks.get(next ? tasks.size() - 1 - index : index), next);
            }
        }
    }

    private ClassQueue insert(PooledTask task, boolean next) {
        ClassQueue queue = queue(task.taskClass());
        if (next) {
            queue.tasks.addFirst(task);
        } else {
            queue.tasks.addLast(task);
        }
        counted(queue, task, 1);
        return queue;
    }

    private ClassQueue queue(TaskClass taskClass) {
        ClassQueue known = queues.get(taskClass);
        if (known != null) {
            return known;
        }
        ClassQueue made = new ClassQueue(taskClass);
        queues.put(taskClass, made);
        for (long id : taskClass.ids()) {
            readers.computeIfAbsent(id, none -> new LinkedHashSet<>()).add(made);
            if (!isWritten(id)) {
                made.unwritten++;
                withheld.computeIfAbsent(id, none -> new LinkedHashSet<>()).add(made);
            }
        }
        return made;
    }

    /**
     * Withholds tasks that read one of these objects, because the objects are not written yet or no longer exist.
     * Repeats have no effect.
     */
    public void unwritten(long... ids) {
        synchronized (this) {
            for (long id : ids) {
                Set<ClassQueue> reading = readers.get(id);
                if ((knowsWritten ? written.remove(id) : unwritten.add(id)) && reading != null) {
                    List.copyOf(reading).forEach(queue -> withhold(queue, 1));
                    withheld.computeIfAbsent(id, none -> new LinkedHashSet<>()).addAll(reading);
                }
            }
        }
    }

    /**
     * Records that an object is written, and releases the tasks that waited for no other object. Repeats have no
     * effect.
     */
    public void written(long id) {
        synchronized (this) {
            unwritten.remove(id);
            if (knowsWritten) {
                written.add(id);
            }
            Set<ClassQueue> waitFor = withheld.remove(id);
            if (waitFor != null) {
                waitFor.forEach(queue -> withhold(queue, -1));
            }
        }
    }

    /**
     * Returns those of these tasks whose data objects are all written, as far as this member knows; with
     * {@code written} false, those that read an object not written yet.
     */
    public List<PooledTask> withAllWritten(boolean written, List<PooledTask> tasks) {
        synchronized (this) {
            return tasks.stream()
                    .filter(task -> written == task.taskClass().stream().allMatch(this::isWritten))
                    .toList();
        }
    }

    private boolean isWritten(long id) {
        return knowsWritten ? written.contains(id) : !unwritten.contains(id);
    }

    /**
     * Counts all objects that these tasks read as written, because a lender has granted the tasks. Earlier reports that
     * one is not written are out of date.
     */
    public void mayBeWritten(List<PooledTask> tasks) {
        synchronized (this) {
            if (!unwritten.isEmpty()) {
                tasks.forEach(task -> task.taskClass().stream().forEach(this::written));
            }
        }
    }

    private void withhold(ClassQueue queue, int more) {
        boolean was = queue.unwritten > 0;
        queue.unwritten += more;
        if (was != queue.unwritten > 0) {
            int tasks = was ? -queue.tasks.size() : queue.tasks.size();
            withheldSize.addAndGet(tasks);
            size.addAndGet(-tasks);
            queue.tasks.forEach(task -> task.account().countWithheld(was ? -1 : 1));
            sort(queue);
        }
    }

    /**
     * Returns an object that a withheld task waits for, and the task; null if no task is withheld. The cost grows with
     * the number of withheld classes.
     */
    public Map.@Nullable Entry<Long, PooledTask> anyWithheld() {
        synchronized (this) {
            for (Map.Entry<Long, Set<ClassQueue>> waiting : withheld.entrySet()) {
                for (ClassQueue queue : waiting.getValue()) {
                    if (!queue.tasks.isEmpty()) {
                        return Map.entry(waiting.getKey(), queue.tasks.getFirst());
                    }
                }
            }
            return null;
        }
    }

    /**
     * Removes and returns the withheld tasks of loans that pass {@code which}. The cost grows with the number of
     * withheld classes.
     */
    public List<PooledTask> takeWithheld(Predicate<LoanAccount> which) {
        synchronized (this) {
            List<PooledTask> found = new ArrayList<>();
            withheldQueues().forEach(queue -> takeOut(queue, which, Integer.MAX_VALUE, found));
            return found;
        }
    }

    private Set<ClassQueue> withheldQueues() {
        Set<ClassQueue> all = new LinkedHashSet<>();
        withheld.values().forEach(all::addAll);
        return all;
    }

    /**
     * Lets the tasks of this class begin, since their objects are here. The objects stay until {@link #takeIdle}
     * returns the class.
     */
    public void makeReady(TaskClass taskClass) {
        synchronized (this) {
            ClassQueue queue = queue(taskClass);
            if (!queue.ready) {
                queue.ready = true;
                takableSize.addAndGet(queue.tasks.size());
                sort(queue);
            }
        }
        offered.run();
    }

    /**
     * Removes and returns the ready classes that have no queued or running tasks. They are then no longer ready, so
     * later tasks of them have to wait again. The cost grows with the number of such classes.
     */
    public List<TaskClass> takeIdle() {
        synchronized (this) {
            List<TaskClass> taken = new ArrayList<>();
            for (ClassQueue queue : idle) {
                forget(queue);
                queue.ready = false;
                taken.add(queue.taskClass);
            }
            idle.clear();
            return taken;
        }
    }

    /** Returns the first waiting classes and their numbers of tasks, in order of arrival. */
    public List<ClassCount> waiting(int most) {
        synchronized (this) {
            return ClassQueue.counts(waiting, most, new ArrayList<>());
        }
    }

    /** Returns the first classes with tasks and their numbers of tasks: first waiting classes, then ready ones. */
    public List<ClassCount> all(int most) {
        synchronized (this) {
            return ClassQueue.counts(takable, most, ClassQueue.counts(waiting, most, new ArrayList<>()));
        }
    }

    /**
     * Moves tasks of loans that pass {@code which} to {@code found} until it has {@code max} tasks: first withheld
     * tasks, then those of waiting classes, then those of ready classes. The cost grows with the number of classes.
     */
    void takeOut(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        if (size.get() + withheldSize.get() == 0) {
            return;
        }
        synchronized (this) {
            List<ClassQueue> all = new ArrayList<>(withheldQueues());
            all.addAll(waiting);
            all.addAll(takable);
            all.forEach(queue -> takeOut(queue, which, max, found));
        }
    }

    /**
     * Moves queued tasks of one class, from loans that pass {@code which}, to {@code found} until it has {@code max}
     * tasks.
     */
    public void takeOut(TaskClass taskClass, Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        synchronized (this) {
            ClassQueue queue = queues.get(taskClass);
            if (queue != null) {
                takeOut(queue, which, max, found);
            }
        }
    }

    private void takeOut(ClassQueue queue, Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        Iterator<PooledTask> lastFirst = queue.tasks.descendingIterator();
        while (found.size() < max && lastFirst.hasNext()) {
            PooledTask task = lastFirst.next();
            if (which.test(task.account())) {
                found.add(task);
                lastFirst.remove();
                counted(queue, task, -1);
            }
        }
    }

    /** Updates all counts for a task added to the queue ({@code more} is 1) or removed (-1). */
    private void counted(ClassQueue queue, PooledTask task, int more) {
        if (queue.unwritten > 0) {
            withheldSize.addAndGet(more);
            task.account().countWithheld(more);
        } else {
            size.addAndGet(more);
        }
        takableSize.addAndGet(queue.ready ? more : 0);
        if (queue.tasks.isEmpty() || queue.tasks.size() == more) { // just became empty or non-empty
            sort(queue);
        }
    }

    /**
     * Puts the queue into that one of the sets {@code takable}, {@code waiting} and {@code idle} that fits its state,
     * or forgets the queue when nothing of it is left.
     */
    private void sort(ClassQueue queue) {
        boolean empty = queue.tasks.isEmpty();
        place(queue, takable, !empty && queue.ready);
        place(queue, waiting, !empty && !queue.ready && queue.unwritten == 0);
        boolean over = empty && queue.running == 0;
        place(queue, idle, over && queue.ready);
        if (over && !queue.ready) {
            forget(queue);
        }
    }

    private static void place(ClassQueue queue, Set<ClassQueue> among, boolean belongs) {
        if (belongs) {
            among.add(queue);
        } else {
            among.remove(queue);
        }
    }

    private void forget(ClassQueue queue) {
        queues.remove(queue.taskClass);
        for (long id : queue.taskClass.ids()) {
            remove(readers, id, queue);
            if (queue.unwritten > 0) {
                remove(withheld, id, queue);
            }
        }
    }

    private static void remove(Map<Long, Set<ClassQueue>> from, long id, ClassQueue queue) {
        from.computeIfPresent(id, (one, some) -> some.remove(queue) && some.isEmpty() ? null : some);
    }
}
