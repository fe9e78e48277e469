package org.moide.coordinator.copies;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides from which host each host copies a file when there are many hosts. A host that has the file gives it to one
 * other host at a time, so that most hosts get it from another host and only a few from this machine. A host that no
 * other host can reach gets it from this machine. Not thread-safe.
 */
public final class CopyTree {
    /** The smallest number of hosts for which hosts copy from each other. Fewer hosts all copy from this machine. */
    public static final int FEWEST_HOSTS = 32;

    /**
     * The limit on the number of copies that this machine gives at the same time while hosts also copy from each other.
     * It leaves each copy enough of this machine's network.
     */
    static final int MOST_FROM_HERE = 4;

    /**
     * The number of failed copies between hosts after which all hosts copy from this machine, if no copy between hosts
     * has succeeded by then.
     */
    static final int MOST_FAILURES = 4;

    private final boolean grows;
    private final Deque<String> free = new ArrayDeque<>();
    private final Set<String> alone = new HashSet<>();
    private final Map<String, Way> under = new HashMap<>();
    private int fromHere;
    private int failures;
    private boolean everWorked;

    /**
     * Creates the tree for a number of hosts, none of which has the copy yet.
     *
     * @param fewest the smallest number of hosts that copy from each other, {@link #FEWEST_HOSTS} outside of tests;
     *     fewer hosts all copy from this machine
     */
    public CopyTree(int hosts, int fewest) {
        this.grows = hosts >= fewest;
    }

    /**
     * The place from which a host gets a copy.
     *
     * @param host the host that gives the copy; null for this machine
     */
    public record Way(@Nullable String host) {
        static final Way HERE = new Way(null);
    }

    /**
     * Begins the copy to a host and chooses the place from which the host gets it.
     *
     * @return the place; null if the host has to wait until another copy has ended
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

    /** Records that the copy has arrived at a host. From now on that host may give it to others. */
    public void done(String to) {
        Way way = ended(to);
        everWorked |= way.host() != null;
        free.addLast(to);
        if (way.host() != null) {
            free.addLast(way.host());
        }
    }

    /**
     * Records that the copy to a host has failed. If it came from another host, the next try will be from this machine.
     */
    public void failed(String to) {
        if (ended(to).host() != null) {
            failures++;
            alone.add(to);
        }
    }

    /** Records that a host had the file before any copying began. */
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
