package org.moide.balance.data;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.balance.data.StoredObjects.Entry;
import org.moide.balance.data.StoredObjects.State;
import org.moide.balance.strategy.Membership;

/**
 * An engine's store of data objects. It decides which objects the engine fetches next and which it drops (TDC, §4.2:
 * active balancing).
 *
 * <p>It prepares task classes one after the other, beginning with those that bring the most tasks for the fewest bytes.
 * It locates their objects, reserves room and fetches them while other tasks compute. Each object is fetched once,
 * however many tasks read it. Objects of prepared classes stay. Of the other objects, the least recently used are
 * dropped when room is needed.
 *
 * <p>One control thread calls all methods. They never block, and they return instructions for the caller. The store
 * counts the objects' bytes but does not hold them: its driver, the calling code, does. The time of a call depends on
 * its arguments, not on the number of objects in the store.
 */
public final class DataStore implements DataIndex {
    /** The most objects in one question to the root, so that question and answer fit into a message. */
    public static final int MOST_AT_ONCE = 256;

    /** The most waiting classes compared to choose the next one. */
    public static final int MOST_WAITING = 32;

    /** The least number of classes fetched at the same time, so that the network does not idle between two of them. */
    private static final int LEAST_COMING = 2;

    /**
     * The least number of bytes on their way at the same time. Small classes are fetched together, since asking for
     * them costs as much as transferring them.
     */
    private static final long LEAST_COMING_BYTES = 1 << 20;

    /** A task class that is being fetched, and those of its objects that are still missing. */
    private static final class Coming {
        private final Set<Long> missing;
        private final long bytes; // size of the objects missing at the beginning

        Coming(Set<Long> missing, long bytes) {
            this.missing = missing;
            this.bytes = bytes;
        }
    }

    private final StoredObjects objects;
    private final Map<TaskClass, Coming> coming = new LinkedHashMap<>();
    private final Set<TaskClass> ready = new HashSet<>();
    private final TransferClock clock = new TransferClock();
    private List<DataOutput> outputs = new ArrayList<>();
    private boolean shortOfRoom;
    private long hits;
    private long fetched;
    private long fetchedBytes;
    private long fromRoot;
    private long fromRootBytes;
    private long dropped;
    private long comingNanos;
    private long waitedNanos;

    public DataStore(long memoryBytes) {
        if (memoryBytes < 1) {
            throw new IllegalArgumentException("expected room for at least 1 byte of objects, found " + memoryBytes);
        }
        this.objects = new StoredObjects(memoryBytes, this::drop);
    }

    private void drop(long id) {
        dropped++;
        outputs.add(new DataOutput.Drop(id));
    }

    // --- classes ----------------------------------------------------------------------------------------------------

    /**
     * Starts to fetch the objects of some of these classes, so that their waiting tasks can begin.
     *
     * @param waiting all waiting classes, or the first {@link #MOST_WAITING}; a class missing from it is no longer
     *     prepared
     */
    public List<DataOutput> want(List<ClassCount> waiting, long nowNanos) {
        clock.at(nowNanos);
        await(nowNanos);
        giveUpAllBut(waiting);
        shortOfRoom = false;
        List<ClassCount> candidates = candidates(waiting);
        candidates.sort(Comparator.comparingDouble(count -> (double) missingBytes(count.taskClass()) / count.tasks()));
        List<Long> asked = new ArrayList<>();
        for (ClassCount count : candidates) {
            if (isEnoughComing() || !bring(count.taskClass(), nowNanos, asked)) {
                break;
            }
        }
        locate(asked, false);
        return taken();
    }

    /**
     * Gives the transfer clock the age of the transfer that is expected to end first. The age is a lower bound of the
     * time that the transfer takes.
     */
    private void await(long nowNanos) {
        if (!coming.isEmpty()) {
            Set<Long> missing = coming.values().iterator().next().missing;
            Entry entry = objects.of(missing.iterator().next());
            if (entry.isSizeKnown() && (entry.state == State.ASKED || entry.state == State.COMING)) {
                clock.awaited(entry.bytes(), nowNanos - entry.sinceNanos);
            }
        }
    }

    private boolean isEnoughComing() {
        return coming.size() >= LEAST_COMING
                && coming.values().stream().mapToLong(one -> one.bytes).sum() >= LEAST_COMING_BYTES;
    }

    private void giveUpAllBut(List<ClassCount> waiting) {
        if (coming.isEmpty()) {
            return;
        }
        Set<TaskClass> wanted = new HashSet<>();
        waiting.forEach(count -> wanted.add(count.taskClass()));
        for (TaskClass taskClass : List.copyOf(coming.keySet())) {
            if (!wanted.contains(taskClass)) {
                coming.remove(taskClass);
                objects.unpin(taskClass);
            }
        }
    }

    /**
     * Returns the waiting classes whose objects all have known sizes, and asks the root for the sizes that are unknown.
     */
    private List<ClassCount> candidates(List<ClassCount> waiting) {
        List<ClassCount> candidates = new ArrayList<>();
        List<Long> unknown = new ArrayList<>();
        for (ClassCount count : waiting) {
            TaskClass taskClass = count.taskClass();
            if (coming.containsKey(taskClass) || ready.contains(taskClass)) {
                continue;
            }
            boolean known = true;
            for (long id : taskClass.ids()) {
                Entry entry = objects.of(id);
                known &= entry.isSizeKnown();
                if (!entry.isSizeKnown() && !entry.sizeAsked) {
                    entry.sizeAsked = true;
                    unknown.add(id);
                }
            }
            if (known) {
                candidates.add(count);
            }
        }
        locate(unknown, true);
        return candidates;
    }

    private void locate(List<Long> ids, boolean sizesOnly) {
        for (int from = 0; from < ids.size(); from += MOST_AT_ONCE) {
            int to = Math.min(ids.size(), from + MOST_AT_ONCE);
            outputs.add(new DataOutput.Locate(ids.subList(from, to), sizesOnly));
        }
    }

    /**
     * Reserves room for the class's objects and adds the missing ones to {@code asked}.
     *
     * @return false if there is no room now
     */
    private boolean bring(TaskClass taskClass, long nowNanos, List<Long> asked) {
        long bytes = classBytes(taskClass);
        if (bytes > memoryBytes()) {
            outputs.add(new DataOutput.Impossible(
                    taskClass,
                    "a task reads data objects " + taskClass + " of " + bytes + " bytes together: expected at most "
                            + memoryBytes() + ", the room of an engine's store (--data-memory)"));
            return true;
        }
        objects.pin(taskClass);
        long missingBytes = missingBytes(taskClass);
        if (!objects.makeRoom(missingBytes)) {
            objects.unpin(taskClass);
            shortOfRoom = true;
            return false;
        }
        Set<Long> missing = new HashSet<>();
        for (long id : taskClass.ids()) {
            Entry entry = objects.of(id);
            if (entry.hasRoom()) {
                hits++;
            } else {
                objects.giveRoom(entry);
            }
            if (entry.state == State.UNKNOWN) {
                entry.state = State.ASKED;
                entry.sinceNanos = nowNanos;
                asked.add(id);
            }
            if (entry.state != State.HERE) {
                missing.add(id);
            }
        }
        if (missing.isEmpty()) {
            isReady(taskClass);
        } else {
            coming.put(taskClass, new Coming(missing, missingBytes));
        }
        return true;
    }

    private void isReady(TaskClass taskClass) {
        ready.add(taskClass);
        outputs.add(new DataOutput.ClassReady(taskClass));
    }

    /**
     * Records that no task of these classes is queued or running. Their objects may be dropped unless another class
     * needs them.
     */
    public void idle(List<TaskClass> classes) {
        for (TaskClass taskClass : classes) {
            if (ready.remove(taskClass)) {
                objects.unpin(taskClass);
            }
        }
    }

    /**
     * Fetches objects that any task may read. They are never dropped and do not count as used room. Repeats have no
     * effect.
     */
    public List<DataOutput> share(List<Long> ids, long nowNanos) {
        List<Long> asked = new ArrayList<>();
        for (long id : ids) {
            Entry entry = objects.of(id);
            if (entry.state == State.UNKNOWN) {
                objects.share(entry);
                entry.state = State.ASKED;
                entry.sinceNanos = nowNanos;
                asked.add(id);
            }
        }
        locate(asked, false);
        return taken();
    }

    /** Returns whether any class waits for objects that are being fetched. */
    public boolean isAnyComing() {
        return !coming.isEmpty();
    }

    /**
     * Returns whether a class waits for room. The caller then reports unused classes with {@link #idle} and calls
     * {@link #want} again.
     */
    public boolean isShortOfRoom() {
        return shortOfRoom;
    }

    // --- objects ----------------------------------------------------------------------------------------------------

    /** Takes the root's answer to a {@link DataOutput.Locate} for one object. */
    public List<DataOutput> located(DataPlace place) {
        if (place.bytes() < 0 && place.id() < 0) { // a shared object that was released
            return released(List.of(place.id()));
        }
        Entry entry = objects.of(place.id());
        if (place.bytes() < 0) {
            entry.sizeAsked = false; // the next want() of its tasks asks again
            outputs.add(new DataOutput.Unwritten(place.id()));
            return taken();
        }
        objects.sized(entry, place.bytes());
        if (place.holder() != DataPlace.NOBODY && entry.state != State.ASKED) {
            outputs.add(new DataOutput.NotFetched(entry.id, false)); // no class needs the object any more
        } else if (place.holder() != DataPlace.NOBODY) {
            entry.state = State.COMING;
            entry.fromRoot = place.holder() == Membership.ROOT;
            outputs.add(new DataOutput.Fetch(entry.id, entry.bytes(), place.holder()));
        }
        return taken();
    }

    /** Records that the driver, the code around this store, has fetched an object. */
    public List<DataOutput> fetched(long id, long nowNanos) {
        Entry entry = objects.of(id);
        if (entry.state != State.COMING) {
            return List.of();
        }
        fetched++;
        fetchedBytes += entry.bytes();
        if (entry.fromRoot) {
            fromRoot++;
            fromRootBytes += entry.bytes();
        }
        clock.at(nowNanos);
        clock.measured(entry.bytes(), nowNanos - entry.sinceNanos);
        arrived(entry);
        return taken();
    }

    private void arrived(Entry entry) {
        objects.here(entry);
        for (Map.Entry<TaskClass, Coming> one : List.copyOf(coming.entrySet())) {
            Set<Long> missing = one.getValue().missing;
            if (missing.remove(entry.id) && missing.isEmpty()) {
                coming.remove(one.getKey());
                isReady(one.getKey());
            }
        }
    }

    /** Records that an object came to this engine without a transfer: a task on it wrote or recomputed the object. */
    public List<DataOutput> had(long id) {
        Entry entry = objects.of(id);
        if (entry.state == State.COMING) {
            arrived(entry);
        }
        return taken();
    }

    /**
     * Drops objects that the application has released: shared ones at once, the others when their class is
     * {@link #idle} and room is needed.
     */
    public List<DataOutput> released(List<Long> ids) {
        ids.forEach(objects::dropIfHere);
        return taken();
    }

    public boolean isHere(long id) {
        return objects.of(id).state == State.HERE;
    }

    /** Locates an object again after a failed transfer: its holder no longer has it or does not answer. */
    public List<DataOutput> failed(long id) {
        Entry entry = objects.of(id);
        if (entry.state == State.COMING) {
            outputs.add(new DataOutput.NotFetched(id, true));
            if (entry.isPinned()) {
                entry.state = State.ASKED;
                locate(List.of(id), false);
            } else {
                objects.takeRoom(entry);
            }
        }
        return taken();
    }

    /**
     * Adds an object that was on this host before the first task came. It drops no other object to make room.
     *
     * @return whether there was room for it
     */
    public boolean place(long id, long bytes) {
        Entry entry = objects.of(id);
        objects.sized(entry, bytes);
        if (!entry.hasRoom() && objects.hasRoom(bytes)) {
            objects.giveRoom(entry);
            objects.here(entry);
        }
        return entry.hasRoom();
    }

    private List<DataOutput> taken() {
        if (outputs.isEmpty()) {
            return List.of();
        }
        List<DataOutput> all = outputs;
        outputs = new ArrayList<>();
        return all;
    }

    // --- for strategies and reports ---------------------------------------------------------------------------------

    @Override
    public long missingBytes(TaskClass taskClass) {
        return objects.missingBytes(taskClass);
    }

    @Override
    public long classBytes(TaskClass taskClass) {
        return objects.classBytes(taskClass);
    }

    @Override
    public long memoryBytes() {
        return objects.memoryBytes();
    }

    @Override
    public long transferNanos(long bytes) {
        return clock.nanos(bytes);
    }

    @Override
    public long[] resident() {
        return objects.resident();
    }

    /**
     * Adds to the totals of the time for which tasks wait for objects.
     *
     * @param nanos the time during which objects were on their way, multiplied by the number of threads
     * @param withoutTaskNanos the part of {@code nanos} in which threads had no task
     */
    public void countComing(long nanos, long withoutTaskNanos) {
        comingNanos += nanos;
        waitedNanos += withoutTaskNanos;
    }

    public DataTotals totals() {
        return new DataTotals(
                hits,
                fetched,
                fetchedBytes,
                fromRoot,
                fromRootBytes,
                dropped,
                objects.mostBytes(),
                comingNanos,
                waitedNanos);
    }
}
