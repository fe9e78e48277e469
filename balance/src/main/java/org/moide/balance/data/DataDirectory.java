package org.moide.balance.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.KnownObjects.Entry;
import org.moide.balance.data.WaitingAskers.Waiter;
import org.moide.balance.data.WaitingAskers.Wish;
import org.moide.balance.strategy.Membership;

/**
 * The list of a run's data objects at the root, the member where the run's tasks come from: their sizes, and the
 * members that have a copy of each.
 *
 * <p>The root keeps every object until the run ends, except those that members can compute again, so no object is lost
 * when an engine dies. No method but {@link #gone} takes longer when there are more objects.
 *
 * <p>A member asks for objects with {@link #locate}, and the directory assigns it a holder for each. The member waits
 * while every holder has enough transfers to do. When a holder becomes free, it serves first the members that wait for
 * the fewest objects, since they have their data soonest and pass it on; among equals, first come, first served. An
 * assignment stands until the member reports how the transfer ended, so a repeated question gets the same answer.
 */
public final class DataDirectory {
    /**
     * Tells whether two members are on one host, so that bytes between them need no network. The root counts as a
     * member.
     */
    @FunctionalInterface
    public interface Nearness {
        boolean areNear(int one, int other);
    }

    /**
     * The largest number of objects or waiting members examined in one search for the next member to serve. It bounds
     * the cost of a step.
     */
    private static final int MOST_LOOKED_AT = 256;

    /**
     * The longest that a member waits for its best holder to be free. After that it gets any holder: the best one may
     * have died, which may not be noticed for some time.
     */
    static final long PATIENCE_NANOS = 2_000_000_000L;

    /**
     * The time after which an answer that its member has not fetched is dropped. A waiting member asks many times a
     * second, so one that is silent for so long no longer needs the object.
     */
    static final long TAKING_NANOS = 1_000_000_000L;

    /** The directory's answer about one object, addressed to the member that asked. */
    public record Answer(int asker, DataPlace place) {}

    /**
     * The longest that an unfinished transfer counts as load of its holder. After that, the member that fetches the
     * object is taken for dead: it may have died without a report.
     */
    static final long COUNTED_NANOS = 10_000_000_000L;

    /**
     * An unfinished transfer over the network, which counts as load of the member that sends the object.
     *
     * @param givenBytes the bytes that the holder was sending when this transfer began, those of this transfer included
     * @param sinceNanos when the holder was assigned
     */
    private record Counted(int holder, long bytes, long givenBytes, long sinceNanos) {}

    private final Nearness nearness;
    private final KnownObjects objects = new KnownObjects();
    private final Map<Wish, Integer> fetching = new HashMap<>(); // the holder that each wish is fetched from
    private final Map<Wish, Counted> counted = new LinkedHashMap<>(); // the oldest first
    private final Map<Integer, Long> giving = new HashMap<>(); // bytes that each holder is sending
    private final GivingLimit limit = new GivingLimit();
    private final WaitingAskers waiting = new WaitingAskers();
    private final Map<Wish, Long> untold = new LinkedHashMap<>(); // since when an answer waits; oldest first
    private long nowNanos;

    public DataDirectory(Nearness nearness) {
        this.nearness = nearness;
    }

    /** Adds a new object, of which the root (the member where tasks come from) has a copy. */
    public void written(long id, long bytes) {
        objects.add(id, bytes, false);
    }

    /** Adds a new object of which there is no copy, and which any member can compute. */
    public void declared(long id, long bytes) {
        objects.add(id, bytes, true);
    }

    /**
     * Removes an object that the application has released. A member that asks for it later is told that it was never
     * written. The cost grows with the number of members that had a copy.
     */
    public void released(long id) {
        objects.remove(id);
    }

    /** Returns whether the root has no copy of the object because any member can compute it. */
    public boolean isRecomputable(long id) {
        Entry entry = objects.get(id);
        return entry != null && entry.recomputable;
    }

    /** Returns the size of an object, or {@link DataPlace#NEVER_WRITTEN} if no such object is known. */
    public long bytes(long id) {
        Entry entry = objects.get(id);
        return entry == null ? DataPlace.NEVER_WRITTEN : entry.bytes;
    }

    /** Returns the sizes of these objects, as answers whose holder is {@link DataPlace#NOBODY}. */
    public List<DataPlace> sizes(List<Long> ids) {
        return ids.stream()
                .map(id -> new DataPlace(id, bytes(id), DataPlace.NOBODY))
                .toList();
    }

    /**
     * Returns a view of the objects for observers. It examines a bounded number of objects.
     *
     * @param writers gives, for an object's ID, a readable name of its writer
     */
    public ObjectsNow now(LongFunction<String> writers) {
        return objects.now(writers);
    }

    // --- questions --------------------------------------------------------------------------------------------------

    /**
     * Assigns to a member, for each of these objects, a holder from which it fetches the object.
     *
     * <p>It chooses the holder that sends the fewest bytes now. Among equals it prefers one on the member's host, and
     * the root comes last. If an object can be computed again, and no member with a copy is free, the asking member is
     * told to compute it. The answer comes through {@link #answers} or {@link #take}, at once or later. A member that
     * asks again while it waits keeps its position.
     */
    public void locate(int asker, List<Long> ids, long now) {
        timePasses(now);
        List<Waiter> added = new ArrayList<>();
        for (long id : ids) {
            Wish wish = new Wish(asker, id);
            if (!objects.has(id) || fetching.containsKey(wish)) {
                untold.putIfAbsent(wish, now);
            } else if (!waiting.has(wish)) {
                added.add(waiting.add(wish, now));
            }
        }
        added.forEach(waiter -> assign(waiter, true)); // position: how many objects it lacks
    }

    /**
     * Removes and returns all answers that neither this method nor {@link #take} has returned yet. The caller sends
     * them to the members.
     */
    public List<Answer> answers(long now) {
        timePasses(now);
        List<Answer> answers = new ArrayList<>();
        for (Wish wish : untold.keySet()) {
            answers.add(new Answer(wish.asker(), place(wish)));
        }
        untold.clear();
        return answers;
    }

    /**
     * Removes and returns the answer for one member and object; null while the member has to wait for a free holder.
     */
    public @Nullable DataPlace take(int asker, long id) {
        Wish wish = new Wish(asker, id);
        return untold.remove(wish) == null ? null : place(wish);
    }

    /** Returns whether there is an answer that neither {@link #answers} nor {@link #take} has returned yet. */
    public boolean hasAnswers() {
        return !untold.isEmpty();
    }

    /**
     * Returns the time at which the caller must call {@link #answers} at the latest, because a wait becomes too long;
     * {@link Long#MAX_VALUE} if no member waits.
     */
    public long dueNanos() {
        Waiter oldest = waiting.oldest();
        return oldest == null ? Long.MAX_VALUE : oldest.sinceNanos + PATIENCE_NANOS;
    }

    private DataPlace place(Wish wish) {
        return new DataPlace(wish.id(), bytes(wish.id()), fetching.getOrDefault(wish, Membership.ROOT));
    }

    private void timePasses(long now) {
        nowNanos = now;
        countNoMore();
        forgetSilent();
        servePatient();
    }

    private void countNoMore() {
        while (!counted.isEmpty()) {
            Map.Entry<Wish, Counted> oldest = counted.entrySet().iterator().next();
            if (nowNanos - oldest.getValue().sinceNanos() < COUNTED_NANOS) {
                return;
            }
            uncount(oldest.getKey());
        }
    }

    /** Drops all answers and waits of each member that has not fetched some answer within {@link #TAKING_NANOS}. */
    private void forgetSilent() {
        while (!untold.isEmpty()) {
            Map.Entry<Wish, Long> oldest = untold.entrySet().iterator().next();
            if (nowNanos - oldest.getValue() < TAKING_NANOS) {
                return;
            }
            int silent = oldest.getKey().asker();
            waiting.removeAllOf(silent);
            for (Wish wish : List.copyOf(untold.keySet())) {
                if (wish.asker() == silent) {
                    untold.remove(wish);
                    ended(wish);
                }
            }
        }
    }

    /** Assigns a holder, busy or not, to each member that has waited longer than {@link #PATIENCE_NANOS}. */
    private void servePatient() {
        Waiter oldest = waiting.oldest();
        while (oldest != null && nowNanos - oldest.sinceNanos >= PATIENCE_NANOS) {
            assign(oldest, false);
            oldest = waiting.oldest();
        }
    }

    /**
     * Assigns a holder to a waiter, a member that needs an object.
     *
     * @param patient whether the waiter may stay in the queue while its best holder is busy
     * @return false if the waiter stays in the queue
     */
    private boolean assign(Waiter waiter, boolean patient) {
        Wish wish = waiter.wish;
        Entry entry = objects.get(wish.id());
        long bytes = entry == null ? 0 : entry.bytes;
        int holder = entry == null ? Membership.ROOT : best(wish.asker(), entry);
        // A transfer within one host delays nobody, so it need not wait.
        boolean far = holder >= Membership.ROOT && holder != wish.asker() && !nearness.areNear(wish.asker(), holder);
        if (far && entry != null && entry.recomputable && isBusy(holder, bytes)) {
            holder = DataPlace.MADE_BY_ASKER;
            far = false;
        }
        if (patient && far && (isBusy(holder, bytes) || isBehindAnother(waiter, holder))) {
            return false;
        }
        waiting.remove(waiter);
        fetching.put(wish, holder);
        if (far) {
            long givenBytes = giving.merge(holder, bytes, Long::sum);
            counted.put(wish, new Counted(holder, bytes, givenBytes, nowNanos));
        }
        untold.put(wish, nowNanos);
        return true;
    }

    private boolean isBusy(int holder, long moreBytes) {
        long outstanding = giving.getOrDefault(holder, 0L);
        return outstanding > 0 && outstanding + moreBytes > limit.bytes();
    }

    private int best(int asker, Entry entry) {
        if (entry.copies.contains(asker)) { // the asker has a copy: one of its tasks wrote the object
            return asker;
        }
        int best = entry.recomputable ? DataPlace.MADE_BY_ASKER : Membership.ROOT;
        long least = entry.recomputable ? Long.MAX_VALUE : cost(asker, best);
        for (int copy : entry.copies) {
            long cost = cost(asker, copy);
            if (cost < least) {
                best = copy;
                least = cost;
            }
        }
        return best;
    }

    private long cost(int asker, int holder) {
        boolean near = nearness.areNear(asker, holder);
        return 3L * giving.getOrDefault(holder, 0L) + (near ? 0 : holder == Membership.ROOT ? 2 : 1);
    }

    /** Finds the next waiter (a member that needs an object) that this holder can serve. */
    private @Nullable Waiter next(int holder) {
        Set<Long> held = objects.heldBy(holder);
        if (holder != Membership.ROOT && held.size() <= MOST_LOOKED_AT) {
            return waiting.next(held, MOST_LOOKED_AT, giving::containsKey);
        }
        return waiting.next(
                id -> holder == Membership.ROOT ? !isRecomputable(id) : held.contains(id),
                MOST_LOOKED_AT,
                giving::containsKey);
    }

    /**
     * Returns whether this holder will serve another waiter before this one. A waiter that has just come must not
     * overtake those that came earlier.
     */
    private boolean isBehindAnother(Waiter waiter, int holder) {
        Waiter next = next(holder);
        return next != null && next != waiter;
    }

    /**
     * Lets a holder send its objects to the next members that wait for one of them. Called when the holder has finished
     * a transfer, or has received an object for which members may wait.
     */
    private void moveOn(int holder) {
        Waiter next = next(holder);
        while (next != null && assign(next, true)) {
            next = next(holder);
        }
    }

    // --- what members tell ------------------------------------------------------------------------------------------

    /**
     * Records that a member has fetched an object from the holder assigned to it, and adjusts the limit on concurrent
     * transfers to the measured time.
     */
    public void fetched(int member, long id, long now) {
        nowNanos = now;
        Wish wish = new Wish(member, id);
        Counted over = counted.get(wish);
        if (over != null) {
            limit.measured(over.givenBytes(), now - over.sinceNanos());
        }
        Integer holder = fetching.get(wish);
        if (holder != null && holder >= Membership.ROOT && holder != member) { // else it was computed or already here
            objects.fetched(id);
        }
        kept(member, id);
    }

    /** Records that a member has a copy of an object, and serves members that wait for it. */
    public void kept(int member, long id) {
        if (member != Membership.ROOT) {
            objects.kept(member, id);
        }
        ended(new Wish(member, id));
        for (Waiter waiter : waiting.of(id)) {
            if (nearness.areNear(waiter.wish.asker(), member)) {
                assign(waiter, true);
            }
        }
        moveOn(member);
    }

    /**
     * Records that a member to which the directory assigned a holder of an object has not fetched the object.
     *
     * @param lost whether the holder no longer has the object or does not answer
     */
    public void notFetched(int asker, long id, boolean lost) {
        Integer holder = ended(new Wish(asker, id));
        if (lost && holder != null) {
            dropped(holder, id);
        }
    }

    /** Records that a member no longer has a copy of an object. */
    public void dropped(int member, long id) {
        objects.dropped(member, id);
    }

    /**
     * Removes a member that has left or died, with its copies, waits and transfers. The cost grows with the number of
     * its copies and of transfers under way.
     */
    public void gone(int member) {
        Set<Long> held = objects.gone(member);
        waiting.removeAllOf(member);
        for (Map.Entry<Wish, Integer> one : List.copyOf(fetching.entrySet())) {
            Wish wish = one.getKey();
            if (wish.asker() == member || one.getValue() == member) {
                untold.remove(wish); // a member that waits for it asks again
                ended(wish);
            }
        }
        untold.keySet().removeIf(wish -> wish.asker() == member);
        giving.remove(member);
        // Members that wait for an object without any other copy may now have to compute it.
        held.forEach(id -> waiting.of(id).forEach(waiter -> assign(waiter, true)));
    }

    /**
     * Ends the transfer or the wait of one member for one object.
     *
     * @return the holder the object was fetched from; null if none was assigned
     */
    private @Nullable Integer ended(Wish wish) {
        Integer holder = fetching.remove(wish);
        uncount(wish);
        return holder;
    }

    private void uncount(Wish wish) {
        Counted over = counted.remove(wish);
        if (over != null) {
            giving.computeIfPresent(
                    over.holder(), (one, bytes) -> bytes <= over.bytes() ? null : Long.valueOf(bytes - over.bytes()));
            moveOn(over.holder());
        }
    }
}
