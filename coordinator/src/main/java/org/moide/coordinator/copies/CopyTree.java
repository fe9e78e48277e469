package org.moide.coordinator.copies;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who gives something to whom, where there are many hosts: each that has it gives it to one other at a time, so that
 * soon most have it from each other and little goes out from here. A host that cannot be reached from another gets it
 * from here. Decides only; one thread at a time.
 */
public final class CopyTree {
    /** Fewer are served from here alone: all at once, as far as ssh is started at once. */
    public static final int FEWEST_HOSTS = 32;

    /** From here, while there is a tree: what goes out is to have the line to itself. */
    static final int MOST_FROM_HERE = 4;

    /** Hosts that reach no other by ssh are asked no more. */
    static final int MOST_FAILURES = 4;

    private final boolean grows;
    private final Deque<String> free = new ArrayDeque<>();
    private final Set<String> alone = new HashSet<>();
    private final Map<String, Way> under = new HashMap<>();
    private int fromHere;
    private int failures;
    private boolean everWorked;

    /**
     * Nobody has it yet.
     *
     * @param hosts how many there are in all
     * @param fewest where there are fewer, all get it from here: {@link #FEWEST_HOSTS}
     */
    public CopyTree(int hosts, int fewest) {
        this.grows = hosts >= fewest;
    }

    /**
     * Where a copy comes from.
     *
     * @param host null for here
     */
    public record Way(@Nullable String host) {
        static final Way HERE = new Way(null);
    }

    /**
     * Begins a copy to a host.
     *
     * @return from where; null if it has to wait until another has ended
     */
    public @Nullable Way begin(String to) {
        if (under.containsKey(to)) {
            throw new IllegalStateException("expected one copy to " + to + " at a time, found another");
        }
        Way way = choose(to);
        if (way != null) {
            under.put(to, way);
            if (way.host() == null) {
                fromHere++;
            }
        }
        return way;
    }

    private @Nullable Way choose(String to) {
        if (!grows) {
            return Way.HERE;
        }
        boolean others = !alone.contains(to) && (everWorked || failures < MOST_FAILURES);
        String giver = others ? free.pollFirst() : null;
        if (giver != null) {
            return new Way(giver);
        }
        return fromHere < MOST_FROM_HERE ? Way.HERE : null;
    }

    /** It has come: the host may give it to others now. */
    public void done(String to) {
        Way way = ended(to);
        everWorked |= way.host() != null;
        free.addLast(to);
        if (way.host() != null) {
            free.addLast(way.host());
        }
    }

    /** It has not. What another host did not manage is done from here, and that one is not asked again. */
    public void failed(String to) {
        if (ended(to).host() != null) {
            failures++;
            alone.add(to);
        }
    }

    /** This one has it already. */
    public void has(String host) {
        free.addLast(host);
    }

    private Way ended(String to) {
        Way way = under.remove(to);
        if (way == null) {
            throw new IllegalStateException("expected a copy to " + to + ", found none");
        }
        if (way.host() == null) {
            fromHere--;
        }
        return way;
    }
}
