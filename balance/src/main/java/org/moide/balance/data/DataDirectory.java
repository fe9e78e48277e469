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
 * The root's list of data objects: how large each is, and which members have a copy. The root itself has all of them to the
 * end of the run but those that members can make again, so none is lost with an engine. Stepped; no step but
 * {@link #gone} costs more with more objects.
 *
 * <p>A member that {@link #locate asks} for objects is assigned a holder for each. While that one gives enough to others, the
 * member waits until one that has the object is free. Those come first that wait for the fewest objects, since they
 * have their data soonest and give it on; of equals, those that came first. The assignment stands until the member says
 * what became of it, so a question that is asked again gets the same answer.
 */
public final class DataDirectory {
    /** Whether two members, or one and the root, are on one host, so that bytes between them need no network. */
    @FunctionalInterface
    public interface Nearness {
        boolean areNear(int one, int other);
    }

    /**
     * The most objects, or members that wait, that are looked at to find who is next: no step costs more with more of
     * them.
     */
    private static final int MOST_LOOKED_AT = 256;

    /** The longest wait: a member that fetches, or its holder, may have died, and that is not always seen at once. */
    static final long PATIENCE_NANOS = 2_000_000_000L;

    /** A member that waits asks again many times a second; one that has not come for its answer by then does not any more. */
    static final long TAKING_NANOS = 1_000_000_000L;

    /** An answer to a member. */
    public record Answer(int asker, DataPlace place) {}

    /**
     * The time for which what a holder gives counts: the member that fetches may have died, or asked without waiting
     * for it.
     */
    static final long COUNTED_NANOS = 10_000_000_000L;

    /** A transfer over the network, which counts among what its holder gives. */
    private record Counted(int holder, long bytes, long givenBytes, long sinceNanos) {}

    private final Nearness nearness;
    private final KnownObjects objects = new KnownObjects();
    private final Map<Wish, Integer> fetching = new HashMap<>(); // from whom, as far as is known
    private final Map<Wish, Counted> counted = new LinkedHashMap<>(); // the oldest first
    private final Map<Integer, Long> giving = new HashMap<>(); // the sum of these, by holder
    private final GivingLimit limit = new GivingLimit();
    private final WaitingAskers waiting = new WaitingAskers();
    private final Map<Wish, Long> untold = new LinkedHashMap<>(); // answers, since when there are; the oldest first
    private long nowNanos;

    public DataDirectory(Nearness nearness) {
        this.nearness = nearness;
    }

    /** The root has a new object. */
    public void written(long id, long bytes) {
        objects.add(id, bytes, false);
    }

    /** Adds a new object that the root has not, and any member can make. */
    public void declared(long id, long bytes) {
        objects.add(id, bytes, true);
    }

    /**
     * An object has come to its end: nobody has it any more, and whoever asks for it is told that nobody has written
     * it. Costs more with more members that had it.
     */
    public void released(long id) {
        objects.remove(id);
    }

    /** Returns whether the root does not have the object, and any member can make it. */
    public boolean isRecomputable(long id) {
        Entry entry = objects.get(id);
        return entry != null && entry.recomputable;
    }

    /** The size of an object; {@link DataPlace#NEVER_WRITTEN} if there is none. */
    public long bytes(long id) {
        Entry entry = objects.get(id);
        return entry == null ? DataPlace.NEVER_WRITTEN : entry.bytes;
    }

    /** A member asks how large objects are. */
    public List<DataPlace> sizes(List<Long> ids) {
        return ids.stream()
                .map(id -> new DataPlace(id, bytes(id), DataPlace.NOBODY))
                .toList();
    }

    /**
     * The state of all objects, for observers. Costs no more with very many of them.
     *
     * @param writers who has written an object, for the user
     */
    public ObjectsNow now(LongFunction<String> writers) {
        return objects.now(writers);
    }

    // --- questions --------------------------------------------------------------------------------------------------

    /**
     * A member asks from whom to fetch objects: each from the one that gives the least, on its own host if that is no
     * worse, and the root only if the others have more to do. What can be made again is made if nobody has it, or has
     * the time. The answer comes by {@link #answers} or {@link #take}, at once or later. A member that asks again while
     * it waits keeps its place.
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
        added.forEach(waiter -> assign(waiter, true)); // how many it lacks decides when its turn is
    }

    /** Takes all answers that nobody was told yet; the caller tells them now. */
    public List<Answer> answers(long now) {
        timePasses(now);
        List<Answer> answers = new ArrayList<>();
        for (Wish wish : untold.keySet()) {
            answers.add(new Answer(wish.asker(), place(wish)));
        }
        untold.clear();
        return answers;
    }

    /** The answer for this member, which is told now; null while it has to wait. */
    public @Nullable DataPlace take(int asker, long id) {
        Wish wish = new Wish(asker, id);
        return untold.remove(wish) == null ? null : place(wish);
    }

    /** Returns whether there are answers that nobody was told yet. */
    public boolean hasAnswers() {
        return !untold.isEmpty();
    }

    /**
     * The time at which waiting members are to be looked at again by {@link #answers}, whatever happens; long ahead if
     * none waits.
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

    /** Members that do not come for their answers. */
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

    /** Assigns those a holder that have waited for long. */
    private void servePatient() {
        Waiter oldest = waiting.oldest();
        while (oldest != null && nowNanos - oldest.sinceNanos >= PATIENCE_NANOS) {
            assign(oldest, false);
            oldest = waiting.oldest();
        }
    }

    /**
     * Assigns a holder.
     *
     * @param patient whether it waits while the holder has enough to do
     * @return false if it waits
     */
    private boolean assign(Waiter waiter, boolean patient) {
        Wish wish = waiter.wish;
        Entry entry = objects.get(wish.id());
        long bytes = entry == null ? 0 : entry.bytes;
        int holder = entry == null ? Membership.ROOT : best(wish.asker(), entry);
        // What needs no network holds nobody up.
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
        if (entry.copies.contains(asker)) { // its task wrote it, so it lies there
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

    /** Finds who is next of those that wait for something that a member has. */
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
     * Tells whether a waiter has just come, or its best holder was another before: those that come first are not
     * overtaken.
     */
    private boolean isBehindAnother(Waiter waiter, int holder) {
        Waiter next = next(holder);
        return next != null && next != waiter;
    }

    /** A member has less to do, or more to give: those that wait for what it has are given it. */
    private void moveOn(int holder) {
        Waiter next = next(holder);
        while (next != null && assign(next, true)) {
            next = next(holder);
        }
    }

    // --- what members tell ------------------------------------------------------------------------------------------

    /** A member has brought an object, as it was told to. */
    public void fetched(int member, long id, long now) {
        nowNanos = now;
        Wish wish = new Wish(member, id);
        Counted over = counted.get(wish);
        if (over != null) {
            limit.measured(over.givenBytes(), now - over.sinceNanos());
        }
        Integer holder = fetching.get(wish);
        if (holder != null && holder >= Membership.ROOT && holder != member) { // else it was made here, or lay here
            objects.fetched(id);
        }
        kept(member, id);
    }

    /** A member has this object now. */
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

    /** A member does not fetch what it was told to; {@code lost}: since its holder has it no more. */
    public void notFetched(int asker, long id, boolean lost) {
        Integer holder = ended(new Wish(asker, id));
        if (lost && holder != null) {
            dropped(holder, id);
        }
    }

    /** A member has it no more. */
    public void dropped(int member, long id) {
        objects.dropped(member, id);
    }

    /** A member is gone, and all that it had. Costs more with more that it had, and with more that is fetched. */
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
        // Those that waited for it may have to make it now.
        held.forEach(id -> waiting.of(id).forEach(waiter -> assign(waiter, true)));
    }

    /** Ends a wish; answers from whom the object was fetched, null if it was not. */
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
