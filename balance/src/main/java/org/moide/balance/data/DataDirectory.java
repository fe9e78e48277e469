package org.moide.balance.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;

/**
 * The root's list of data objects: how large each is, and which members have a copy. The root itself has all of them to the
 * end of the run, so none is lost with an engine. Stepped; no step costs more with more objects.
 */
public final class DataDirectory {
    /** Whether two members, or one and the root, are on one host, so that bytes between them need no network. */
    @FunctionalInterface
    public interface Nearness {
        boolean areNear(int one, int other);
    }

    private static final class Entry {
        private final long bytes;
        private final Set<Integer> copies = new TreeSet<>();

        Entry(long bytes) {
            this.bytes = bytes;
        }
    }

    /**
     * A member gives so many bytes at a time, or one object: further askers wait, since meanwhile others will have it. On a
     * gigabit that is some ten milliseconds, enough to hide the answer's way.
     */
    private static final long MOST_GIVEN_BYTES = 1 << 20;

    /** What a member is to be told. */
    public record Answer(int asker, DataPlace place) {}

    /** A fetch that is under way, as far as is known. */
    private record Fetching(int asker, long id) {}

    private final Nearness nearness;
    private final Map<Long, Entry> entries = new HashMap<>();
    private final Map<Integer, Set<Long>> heldBy = new HashMap<>();
    private final Map<Fetching, Integer> fetching = new HashMap<>(); // from whom
    private final Map<Integer, Long> giving = new HashMap<>(); // bytes that are fetched from it
    private final Set<Fetching> waiting = new LinkedHashSet<>();

    public DataDirectory(Nearness nearness) {
        this.nearness = nearness;
    }

    /** The root has a new object. */
    public void written(long id, long bytes) {
        entries.put(id, new Entry(bytes));
    }

    /** How large it is; {@link DataPlace#NEVER_WRITTEN} if there is none. */
    public long bytes(long id) {
        Entry entry = entries.get(id);
        return entry == null ? DataPlace.NEVER_WRITTEN : entry.bytes;
    }

    /** How many objects there are. */
    public int objects() {
        return entries.size();
    }

    /** A member asks how large objects are. */
    public List<DataPlace> sizes(List<Long> ids) {
        return ids.stream()
                .map(id -> new DataPlace(id, bytes(id), DataPlace.NOBODY))
                .toList();
    }

    /**
     * A member asks from whom to fetch an object; the answer is among {@link #answers} when there is one.
     */
    public void locate(int asker, long id) {
        ended(asker, id);
        waiting.add(new Fetching(asker, id));
    }

    /** A member does not fetch what it was told to; {@code lost}: since its holder has it no more. */
    public void notFetched(int asker, long id, boolean lost) {
        Integer holder = ended(asker, id);
        if (lost && holder != null) {
            dropped(holder, id);
        }
    }

    /**
     * What members are to be told now: each to fetch from whoever gives the least, on its own host if that is no worse, and from
     * the root only if the others have more to do. Some wait until a holder has less to do, or another has the object too.
     */
    public List<Answer> answers() {
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<Answer> answers = new ArrayList<>();
        for (Fetching wish : List.copyOf(waiting)) {
            DataPlace place = place(wish, true);
            if (place != null) {
                waiting.remove(wish);
                answers.add(new Answer(wish.asker(), place));
            }
        }
        return answers;
    }

    /**
     * As {@link #locate}, for an asker that asks again in a moment instead of waiting for its turn.
     *
     * @param patient whether it does; else it is told of a holder however much that one gives
     * @return null if it is to ask again
     */
    public @Nullable DataPlace locateNow(int asker, long id, boolean patient) {
        ended(asker, id);
        return place(new Fetching(asker, id), patient);
    }

    private @Nullable DataPlace place(Fetching wish, boolean patient) {
        Entry entry = entries.get(wish.id());
        if (entry == null) {
            return new DataPlace(wish.id(), DataPlace.NEVER_WRITTEN, Membership.ROOT);
        }
        if (entry.copies.contains(wish.asker())) { // its task wrote it, so it lies there
            fetching.put(wish, wish.asker());
            return new DataPlace(wish.id(), entry.bytes, wish.asker());
        }
        int best = Membership.ROOT;
        long least = cost(wish.asker(), best);
        for (int copy : entry.copies) {
            long cost = cost(wish.asker(), copy);
            if (cost < least) {
                best = copy;
                least = cost;
            }
        }
        long outstanding = giving.getOrDefault(best, 0L);
        boolean far = !nearness.areNear(wish.asker(), best); // what needs no network holds nobody up
        if (patient && far && outstanding > 0 && outstanding + entry.bytes > MOST_GIVEN_BYTES) {
            return null;
        }
        fetching.put(wish, best);
        if (far) {
            giving.merge(best, entry.bytes, Long::sum);
        }
        return new DataPlace(wish.id(), entry.bytes, best);
    }

    private long cost(int asker, int holder) {
        boolean near = nearness.areNear(asker, holder);
        return 3L * giving.getOrDefault(holder, 0L) + (near ? 0 : holder == Membership.ROOT ? 2 : 1);
    }

    /** A member has this object now. */
    public void kept(int member, long id) {
        ended(member, id);
        Entry entry = entries.get(id);
        if (entry != null && member != Membership.ROOT && entry.copies.add(member)) {
            heldBy.computeIfAbsent(member, none -> new TreeSet<>()).add(id);
        }
    }

    /** A member has it no more. */
    public void dropped(int member, long id) {
        Entry entry = entries.get(id);
        if (entry != null && entry.copies.remove(member)) {
            Set<Long> held = heldBy.get(member);
            if (held != null) {
                held.remove(id);
            }
        }
    }

    /** A member is gone, and all that it had. */
    public void gone(int member) {
        Set<Long> held = heldBy.remove(member);
        if (held != null) {
            held.forEach(id -> {
                Entry entry = entries.get(id);
                if (entry != null) {
                    entry.copies.remove(member);
                }
            });
        }
        fetching.entrySet().removeIf(one -> {
            boolean over = one.getKey().asker() == member;
            if (over) {
                gave(member, one.getValue(), one.getKey().id());
            }
            return over;
        });
        waiting.removeIf(wish -> wish.asker() == member);
        giving.remove(member);
    }

    private @Nullable Integer ended(int asker, long id) {
        Integer holder = fetching.remove(new Fetching(asker, id));
        if (holder != null) {
            gave(asker, holder, id);
        }
        return holder;
    }

    private void gave(int asker, int holder, long id) {
        if (asker == holder || nearness.areNear(asker, holder)) {
            return; // it was not counted
        }
        giving.computeIfPresent(holder, (one, bytes) -> bytes <= bytes(id) ? null : Long.valueOf(bytes - bytes(id)));
    }
}
