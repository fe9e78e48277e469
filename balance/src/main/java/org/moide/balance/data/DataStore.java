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
 * The store of the data objects that an engine has, which decides which it needs next (TDC, §4.2: active balancing).
 * Classes whose tasks wait are made ready one after the other, those first that bring the most tasks for the fewest
 * bytes: their objects are located, given room and fetched while other tasks compute, each once however many tasks read
 * it. What the tasks of ready classes read stays; other objects may be dropped when room is needed, those first that
 * were not used for longest.
 *
 * <p>Stepped: one control thread calls, nothing blocks, what is to be done comes back as a list. It keeps account only; bytes
 * are the driver's business. No call costs more with more objects, only with what it is given.
 */
public final class DataStore implements DataIndex {
    /** The most objects that are asked for at once: a message, and an answer. */
    public static final int MOST_AT_ONCE = 256;

    /** The most classes that are looked at to choose the next. */
    public static final int MOST_WAITING = 32;

    /** The number of classes that come at once, so that the network does not pause between them. */
    private static final int LEAST_COMING = 2;

    /** The bytes that small classes bring together, since asking for them costs as much as bringing them. */
    private static final long LEAST_COMING_BYTES = 1 << 20;

    /** The objects that a class waits for. */
    private static final class Coming {
        private final Set<Long> missing;
        private final long bytes; // that were missing at first

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

    /** An empty store. */
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
     * Tasks of these classes wait: the next of them are made ready.
     *
     * @param waiting all that wait, or the first {@link #MOST_WAITING}; a class that was among them before and is no more is not
     *     brought any further
     */
    public List<DataOutput> want(List<ClassCount> waiting, long nowNanos) {
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
     * Notes for how long the first object on its way has been awaited, which says something until
     * one has come.
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

    /** The classes that may be brought; the sizes of the others' objects are asked for. */
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

    /** Gives the class's objects room and adds those that are not here to {@code asked}; false if there is no room now. */
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
     * Notes that no task of these classes is queued or runs: their objects may be dropped, if no other class needs
     * them.
     */
    public void idle(List<TaskClass> classes) {
        for (TaskClass taskClass : classes) {
            if (ready.remove(taskClass)) {
                objects.unpin(taskClass);
            }
        }
    }

    /**
     * Objects that any task may read are wanted here: they come, nothing drops them, and what they take does not count.
     * Without effect for those that were wanted before.
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

    /** Returns whether objects are on their way for a class. */
    public boolean isAnyComing() {
        return !coming.isEmpty();
    }

    /**
     * Returns whether a class waits for room. Then the caller says which classes are {@link #idle}, and calls {@link
     * #want} again.
     */
    public boolean isShortOfRoom() {
        return shortOfRoom;
    }

    // --- objects ----------------------------------------------------------------------------------------------------

    /** The answer to a {@link DataOutput.Locate}, for one object. */
    public List<DataOutput> located(DataPlace place) {
        if (place.bytes() < 0 && place.id() < 0) { // what any task may read has come to its end
            return released(List.of(place.id()));
        }
        Entry entry = objects.of(place.id());
        if (place.bytes() < 0) {
            entry.sizeAsked = false; // it is asked for again when its tasks are named again
            outputs.add(new DataOutput.Unwritten(place.id()));
            return taken();
        }
        objects.sized(entry, place.bytes());
        if (place.holder() != DataPlace.NOBODY && entry.state != State.ASKED) {
            outputs.add(new DataOutput.NotFetched(entry.id, false)); // nobody wants it any more
        } else if (place.holder() != DataPlace.NOBODY) {
            entry.state = State.COMING;
            entry.fromRoot = place.holder() == Membership.ROOT;
            outputs.add(new DataOutput.Fetch(entry.id, entry.bytes(), place.holder()));
        }
        return taken();
    }

    /** An object has come. */
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

    /** An object is here that needed no transfer: a task here wrote it, or it was made again. */
    public List<DataOutput> had(long id) {
        Entry entry = objects.of(id);
        if (entry.state == State.COMING) {
            arrived(entry);
        }
        return taken();
    }

    /** Objects have come to their end: shared ones go at once, a class's when it is {@link #idle} and room is needed. */
    public List<DataOutput> released(List<Long> ids) {
        ids.forEach(objects::dropIfHere);
        return taken();
    }

    /** Returns whether an object is here. */
    public boolean isHere(long id) {
        return objects.of(id).state == State.HERE;
    }

    /** An object could not be fetched: its holder has it no more, or does not answer. It is located again. */
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
     * Takes an object that was not fetched: it lay here before any task came. No other is dropped for it.
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

    /** Objects were on their way for so long of the engine's threads' time, in which threads had nothing to do for so long. */
    public void countComing(long nanos, long withoutTaskNanos) {
        comingNanos += nanos;
        waitedNanos += withoutTaskNanos;
    }

    /** The totals so far. */
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
