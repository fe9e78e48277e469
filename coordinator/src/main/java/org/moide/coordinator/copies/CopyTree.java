package org.moide.coordinator.copies;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which host gives a copy to which other, where there are many. Each host that has the copy gives it to one
 * other at a time, so that soon most have it from each other and few get it from here. A host that cannot be reached
 * from another gets it from here. One thread at a time.
 */
public final class CopyTree {
    /**
     * The smallest number of hosts for a tree. Fewer hosts all get it from here, at once as far as ssh is started at
     * once.
     */
    public static final int FEWEST_HOSTS = 32;

    /** The most copies from here at a time while there is a tree, so that each has enough of this machine's network. */
    static final int MOST_FROM_HERE = 4;

    /** The most failures before hosts that reach no other by ssh are asked no more. */
    static final int MOST_FAILURES = 4;

    private final boolean grows;
    private final Deque<String> free = new ArrayDeque<>();
    private final Set<String> alone = new HashSet<>();
    private final Map<String, Way> under = new HashMap<>();
    private int fromHere;
    private int failures;
    private boolean everWorked;

    /**
     * Begins when no host has the copy.
     *
     * @param hosts the number of all hosts
     * @param fewest the smallest number of hosts for a tree, {@link #FEWEST_HOSTS}; fewer hosts all get it from
     *     here
     */
    public CopyTree(int hosts, int fewest) {
        this.grows = hosts >= fewest;
    }

    /**
     * The origin of a copy.
     *
     * @param host the host that gives it; null for here
     */
    public record Way(@Nullable String host) {
        static final Way HERE = new Way(null);
    }

    /**
     * Begins a copy to a host.
     *
     * @return the origin of the copy; null if the copy has to wait until another has ended
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

    /** Says that the copy has arrived at a host, which may give it to others now. */
    public void done(String to) {
        Way way = ended(to);
        everWorked |= way.host() != null;
        free.addLast(to);
        if (way.host() != null) {
            free.addLast(way.host());
        }
    }

    /**
     * Says that the copy to a host has failed. If another host was its origin, the next try is from here, and that host
     * is not asked again.
     */
    public void failed(String to) {
        if (ended(to).host() != null) {
            failures++;
            alone.add(to);
        }
    }

    /** Says that a host has the copy already. */
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
