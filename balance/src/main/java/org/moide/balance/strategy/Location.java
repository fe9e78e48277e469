package org.moide.balance.strategy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An engine's location as a path from a site down to its host, for example through a rack. Two engines are nearer the
 * more leading levels they share. Without the option {@code --topology} all locations are unknown and all distances are
 * equal.
 *
 * @param levels the path, the site first
 */
public record Location(List<String> levels) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The value for an engine whose location no topology gives. */
    public static final Location UNKNOWN = new Location(List.of());

    /** The most levels: up to eight in a topology file, and the host. */
    public static final int MOST_LEVELS = 9;

    /** The most characters of a level's name; host names have at most 253. */
    private static final int LONGEST_LEVEL = 300;

    public Location {
        levels = List.copyOf(levels);
        if (levels.size() > MOST_LEVELS) {
            throw new IllegalArgumentException(
                    "expected a location of at most " + MOST_LEVELS + " levels, found " + levels.size());
        }
        for (String level : levels) {
            if (level.isBlank() || level.length() > LONGEST_LEVEL) {
                throw new IllegalArgumentException("expected levels of a location of 1 to " + LONGEST_LEVEL
                        + " letters, found one of " + level.length());
            }
        }
    }

    /** Returns the number of leading levels that both locations share. */
    public int shared(Location other) {
        int most = Math.min(levels.size(), other.levels.size());
        int shared = 0;
        while (shared < most && levels.get(shared).equals(other.levels.get(shared))) {
            shared++;
        }
        return shared;
    }

    /**
     * Sorts things so that those of one site are adjacent, and within a site those of one rack, and so on. Sites, and
     * racks within a site, come in the order in which the first thing of each stands in the given list.
     */
    public static <T> List<T> nearTogether(List<T> things, Function<T, Location> locationOf) {
        List<T> sorted = new ArrayList<>(things.size());
        addByLevel(things, locationOf, 0, sorted);
        return sorted;
    }

    private static <T> void addByLevel(List<T> things, Function<T, Location> locationOf, int level, List<T> sorted) {
        Map<String, List<T>> parts = new LinkedHashMap<>();
        for (T thing : things) {
            List<String> levels = locationOf.apply(thing).levels;
            String part = level < levels.size() ? levels.get(level) : "";
            parts.computeIfAbsent(part, unseen -> new ArrayList<>()).add(thing);
        }
        parts.forEach((part, there) -> {
            if (part.isEmpty() || there.size() == 1) {
                sorted.addAll(there);
            } else {
                addByLevel(there, locationOf, level + 1, sorted);
            }
        });
    }

    /** Returns the levels of the path, separated by slashes as in a topology file. */
    @Override
    public String toString() {
        return String.join("/", levels);
    }
}
