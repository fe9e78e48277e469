package org.moide.balance.pool;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Queues whose order the application decides: tasks that arrive wait in the queues of a {@link Discipline} until a
 * thread moves them into a {@link Repository}, which then says what runs next. There is one repository for all threads,
 * or one for each; a thread without tasks takes from the repositories of others unless the discipline forbids it.
 *
 * <p>Code of the application runs in {@link #take} only. It may be slow, so no other method waits for it: what the
 * control thread lends is taken from this class's own record of the tasks, and skipped when the repository returns it.
 */
final class OrganisedQueues implements TaskQueues {
    /** A repository with the tasks that are in it, and those that are to be inserted. */
    private static final class Place {
        private final Repository repository;
        private final ReentrantLock using = new ReentrantLock(); // held while the application's code runs
        private final LinkedHashSet<PooledTask> inside = new LinkedHashSet<>(); // guarded by itself, as the next
        private final ArrayDeque<PooledTask> put = new ArrayDeque<>();
        private volatile int size; // of both; written under their lock

        Place(Repository repository) {
            this.repository = repository;
        }

        void add(PooledTask task) {
            synchronized (inside) {
                put.add(task);
                counted();
            }
        }

        private void counted() {
            size = inside.size() + put.size();
        }

        /** Takes a task that was put here and not yet inserted; null if there is none. */
        private @Nullable PooledTask takePut() {
            synchronized (inside) {
                PooledTask task = put.poll();
                counted();
                return task;
            }
        }

        /**
         * Inserts what was put here and some of what has arrived. Returns a task that is to run next, or else null.
         * The caller holds {@code using}.
         */
        @Nullable
        PooledTask gather(TaskQueues arriving, int thread, int most) {
            for (PooledTask task = takePut(); task != null; task = takePut()) {
                if (!insert(task)) {
                    return task;
                }
            }
            for (int taken = 0; taken < most; taken++) {
                PooledTask task = arriving.take(thread);
                if (task == null) {
                    return null;
                }
                if (!insert(task)) {
                    return task;
                }
            }
            return null;
        }

        private boolean insert(PooledTask task) {
            if (!repository.insert(task)) {
                return false;
            }
            synchronized (inside) {
                inside.add(task);
                counted();
            }
            return true;
        }

        /** Takes the task that the application says is next; null if there is none. The caller holds {@code using}. */
        @Nullable
        PooledTask retrieve() {
            while (size > 0) {
                PooledTask task = repository.retrieve();
                synchronized (inside) {
                    if (task == null && !inside.isEmpty()) {
                        throw repository.lost(inside.size());
                    }
                    if (task == null || inside.remove(task)) { // otherwise it has been lent
                        counted();
                        return task;
                    }
                }
            }
            return null;
        }

        void sift(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
            synchronized (inside) {
                sift(put.descendingIterator(), which, max, found);
                sift(inside.iterator(), which, max, found);
                counted();
            }
        }

        private static void sift(
                Iterator<PooledTask> some, Predicate<LoanAccount> which, int max, List<PooledTask> found) {
            while (found.size() < max && some.hasNext()) {
                PooledTask task = some.next();
                if (which.test(task.account())) {
                    found.add(task);
                    some.remove();
                }
            }
        }
    }

    private final TaskQueues arriving;
    private final Place[] places;
    private final boolean shared;
    private final AtomicIntegerArray left; // 1 for a thread that has left
    private final Runnable offered;

    /**
     * Creates queues without tasks in repositories.
     *
     * @param arriving the queues in which tasks wait that this engine's threads did not put
     * @param repositories makes the repositories: one, or one for each thread
     * @param one whether there is one for all threads
     * @param shared whether threads take from the repositories of others
     */
    OrganisedQueues(
            TaskQueues arriving,
            int threads,
            Supplier<Repository> repositories,
            boolean one,
            boolean shared,
            Runnable offered) {
        this.arriving = arriving;
        this.shared = shared;
        this.offered = offered;
        this.left = new AtomicIntegerArray(threads);
        this.places = new Place[threads];
        for (int thread = 0; thread < threads; thread++) {
            places[thread] = one && thread > 0 ? places[0] : new Place(repositories.get());
        }
    }

    @Override
    public void put(int thread, PooledTask task) {
        places[thread].add(task);
        offered.run();
    }

    @Override
    public void putInto(int thread, PooledTask task) {
        places[thread].add(task);
    }

    @Override
    public @Nullable PooledTask take(int thread) {
        PooledTask task = takeFrom(thread, thread);
        for (int step = 1; task == null && step < places.length; step++) {
            int other = (thread + step) % places.length;
            if (mayTakeFrom(other) && places[other].size > 0) {
                task = takeFrom(other, thread);
            }
        }
        return task;
    }

    private boolean mayTakeFrom(int other) {
        return shared || left.get(other) == 1;
    }

    private @Nullable PooledTask takeFrom(int owner, int thread) {
        Place place = places[owner];
        int share = owner == thread ? arriving.queued() / places.length + 1 : 0;
        place.using.lock();
        try {
            PooledTask next = place.gather(arriving, thread, share);
            return next == null ? place.retrieve() : next;
        } finally {
            place.using.unlock();
        }
    }

    @Override
    public void leave(int thread) {
        left.set(thread, 1);
        arriving.leave(thread);
    }

    @Override
    public void refill(List<PooledTask> tasks) {
        arriving.refill(tasks);
    }

    @Override
    public void putBack(List<PooledTask> tasks) {
        arriving.putBack(tasks);
    }

    @Override
    public void takeOut(Predicate<LoanAccount> which, int max, List<PooledTask> found) {
        arriving.takeOut(which, max, found);
        for (Place place : places) {
            place.sift(which, max, found);
        }
    }

    @Override
    public int queued() {
        int total = arriving.queued();
        for (int thread = 0; thread < places.length; thread++) {
            total += thread > 0 && places[thread] == places[0] ? 0 : places[thread].size;
        }
        return total;
    }

    @Override
    public boolean isEmpty() {
        return queued() == 0;
    }

    @Override
    public boolean isEmptyFor(int thread) {
        if (!arriving.isEmptyFor(thread)) {
            return false;
        }
        for (int other = 0; other < places.length; other++) {
            if ((other == thread || mayTakeFrom(other)) && places[other].size > 0) {
                return false;
            }
        }
        return true;
    }
}
