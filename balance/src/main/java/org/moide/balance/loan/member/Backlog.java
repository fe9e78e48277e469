package org.moide.balance.loan.member;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.balance.loan.PackedTasks;
import org.moide.balance.loan.StoredTasks;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.TaskShelf;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PooledTask;

/**
 * The tasks at the root (the member where tasks come from) for which there is no memory. They come after the tasks in
 * the root's pool, and move there in order before the pool runs empty. Memory holds one entry for each block of these
 * tasks, not one for each task.
 */
final class Backlog {
    /** The estimated memory of a queued task's objects, in addition to its encoded bytes. */
    private static final long OBJECT_BYTES = 100;

    /** The number of tasks below which the pool is refilled: enough for the largest grant. */
    private static final int LEAST_TASKS = 65_536;

    /**
     * The bytes of the pool's tasks below which the pool is refilled: some thirty grants, so that strategies that
     * choose tasks by their data objects have a choice.
     */
    private static final long LEAST_BYTES = 32L << 20;

    private final TaskRoom room;
    private final BorrowedLoan loan;
    private final Deque<StoredTasks> parts = new ArrayDeque<>();
    private long tasks;
    private long putTasks; // passed to the pool directly since it was last empty
    private long putBytes;
    private long meanBytes; // of the tasks that entered the pool last

    /** A block of tasks with consecutive numbers, whose bytes are on the shelf (on disk or in memory). */
    private record Shelved(long first, int count, TaskShelf shelf, long place, int length) implements StoredTasks {
        @Override
        public Map<Long, byte[]> load() {
            Map<Long, byte[]> loaded = new LinkedHashMap<>();
            new PackedTasks(count, shelf.read(place, length))
                    .unpacked()
                    .forEach(task -> loaded.put(first + loaded.size(), task));
            return loaded;
        }
    }

    Backlog(TaskRoom room, BorrowedLoan loan) {
        this.room = room;
        this.loan = loan;
    }

    long tasks() {
        return tasks;
    }

    /** Returns whether new tasks have to wait in this backlog, because the memory is used up or others wait already. */
    boolean isNeeded(EnginePool pool) {
        long mean = putTasks == 0 ? 0 : putBytes / putTasks;
        return tasks > 0 || pool.queued() * (mean + OBJECT_BYTES) >= room.memoryBytes();
    }

    /** Puts new tasks into the pool directly. Called only if no task waits in this backlog. */
    void pass(List<byte[]> some, EnginePool pool) {
        if (pool.isEmpty()) {
            putTasks = 0;
            putBytes = 0;
        }
        putTasks += some.size();
        putBytes += bytesOf(some);
        toPool(some, loan.pooled(some), pool);
    }

    private void toPool(Collection<byte[]> some, List<PooledTask> pooled, EnginePool pool) {
        meanBytes = some.isEmpty() ? meanBytes : bytesOf(some) / some.size();
        pool.refill(pooled);
    }

    private static long bytesOf(Collection<byte[]> some) {
        return some.stream().mapToLong(task -> task.length).sum();
    }

    /**
     * Stores the bytes of new tasks on the shelf, to be moved to the pool later.
     *
     * @throws java.io.UncheckedIOException if there is no room on disk
     */
    void add(List<byte[]> some) {
        if (!some.isEmpty()) {
            PackedTasks packed = PackedTasks.of(some);
            long place = room.shelf().keep(packed.bytes());
            add(new Shelved(loan.takeNumbers(some.size()), some.size(), room.shelf(), place, packed.bytes().length));
        }
    }

    /** Adds tasks whose bytes the caller has already stored. */
    void add(StoredTasks stored) {
        parts.add(stored);
        tasks += stored.count();
    }

    /**
     * Moves tasks to the pool until it has enough for the next grants.
     *
     * @throws java.io.UncheckedIOException if they cannot be read
     */
    void refill(EnginePool pool) {
        while (tasks > 0 && isLow(pool)) {
            StoredTasks next = parts.element();
            Map<Long, byte[]> loaded = next.load();
            parts.remove();
            tasks -= next.count();
            toPool(loaded.values(), loan.numbered(loaded), pool);
        }
    }

    private boolean isLow(EnginePool pool) {
        long bytes = pool.queued() * (meanBytes + OBJECT_BYTES);
        return pool.queued() == 0
                || (pool.queued() < LEAST_TASKS && bytes < Math.min(LEAST_BYTES, room.memoryBytes() / 2));
    }
}
