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
 * The tasks that read data objects, a queue for each class: they wait until the control thread says that what they read is
 * here, and threads take from the classes for which it is, each going on with its class as long as there are tasks of it.
 * Tasks whose objects are not all written yet are withheld: they are not queued for anybody, and lenders do not see them.
 * Any thread; one lock, held for a few moves only. No method but those that say so costs more with more classes.
 */
public final class ClassedTasks {
    /** Array elements between those of two threads: two cache lines, since processors fetch lines in pairs. */
    private static final int PADDING = 16;

    private final Map<TaskClass, ClassQueue> queues = new HashMap<>(); // guarded by this, as all that follows
    private final Set<ClassQueue> takable = new LinkedHashSet<>(); // ready, with tasks
    private final Set<ClassQueue> waiting = new LinkedHashSet<>(); // not ready, with tasks
    private final Set<ClassQueue> idle = new LinkedHashSet<>(); // ready, without tasks, queued or running
    private final Map<Long, Set<ClassQueue>> readers =
            new HashMap<>(); // all queues, by each object that their tasks read
    private final Map<Long, Set<ClassQueue>> withheld = new HashMap<>(); // with tasks or not, by what they wait for
    private final boolean knowsWritten; // else objects count as written until somebody says that one is not
    private final Set<Long> written = new HashSet<>(); // where that is known
    private final Set<Long> unwritten = new HashSet<>(); // where it is not
    private final @Nullable ClassQueue[] latest; // by thread
    private final Runnable offered;
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicInteger withheldSize = new AtomicInteger();
    private final AtomicInteger takableSize = new AtomicInteger();

    /**
     * Creates an empty set of tasks.
     *
     * @param threads how many threads take tasks; at the root, which has none, an object counts as written when {@link
     *     #written} says so, elsewhere unless {@link #unwritten} does
     * @param offered called when tasks have become takable by a change that the control thread made; must not block
     */
    ClassedTasks(int threads, Runnable offered) {
        this.offered = offered;
        this.knowsWritten = threads == 0;
        this.latest = new ClassQueue[(threads + 1) * PADDING];
    }

    /** The number of tasks that are queued, without those that are withheld. */
    public int size() {
        return size.get();
    }

    /** The number of tasks that are withheld, since nobody has written what they read. */
    public int withheld() {
        return withheldSize.get();
    }

    /** Returns whether {@link #take} would find a task. */
    boolean isAnyTakable() {
        return takableSize.get() > 0;
    }

    // --- compute threads --------------------------------------------------------------------------------------------

    /** Adds a task; then calls {@code takable} if it may begin, and {@code first} if what it reads may have to be brought. */
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

    /** Takes the next of the class that the thread is at, or of another that is ready; null if there is none. */
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

    /** A task that was taken has ended, or is not to be run. */
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

    /** Adds tasks; {@code next}: in front of the others. */
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
     * Withholds tasks that read one of these objects: nobody has written them yet, or they are no more. Again without
     * effect.
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

    /** Notes that an object is written: tasks that wait for it only are withheld no longer. Again without effect. */
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
     * Picks those of these tasks whose objects are all written, or those of which one is not, as far as is known here.
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

    /** Objects that these tasks read may be written by now, though it was said before that they are not. */
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

    /** The first object that a withheld task waits for, with the task; null if there is none. Costs more with more of them. */
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

    /** Takes out withheld tasks of some loans. Costs more with more of them. */
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

    /** The tasks of this class may begin: what they read is here, and stays until {@link #takeIdle} names the class. */
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
     * Takes readiness from those classes that have no task, queued or running, and says which; tasks that come later wait
     * again. Costs more with more of them.
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

    /** The first classes that wait for what they read, with their tasks, in the order in which they came. */
    public List<ClassCount> waiting(int most) {
        synchronized (this) {
            return ClassQueue.counts(waiting, most, new ArrayList<>());
        }
    }

    /** The first classes with tasks: those that wait, then the others. */
    public List<ClassCount> all(int most) {
        synchronized (this) {
            return ClassQueue.counts(takable, most, ClassQueue.counts(waiting, most, new ArrayList<>()));
        }
    }

    /**
     * Moves tasks of some loans to {@code found} until it has {@code max}: those that are withheld, those that wait, and the
     * others. Costs more with more of them.
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

    /** Takes out tasks of one class. */
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

    /** The queue has one task more, or less. */
    private void counted(ClassQueue queue, PooledTask task, int more) {
        if (queue.unwritten > 0) {
            withheldSize.addAndGet(more);
            task.account().countWithheld(more);
        } else {
            size.addAndGet(more);
        }
        takableSize.addAndGet(queue.ready ? more : 0);
        if (queue.tasks.isEmpty() || queue.tasks.size() == more) { // it has just become empty, or is no more
            sort(queue);
        }
    }

    /** Puts the queue where it belongs. */
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
