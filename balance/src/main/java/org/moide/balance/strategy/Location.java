package org.moide.balance.strategy;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The location of an engine, from the outside in: a site, a rack there, and so on, and its host at last. Two engines
 * are the nearer the more of the first levels they share. Without {@code --topology} nobody is anywhere, and all are as
 * far from each other.
 *
 * @param levels from the site down
 */
public record Location(List<String> levels) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The location of an engine of which nobody has said where it is. */
    public static final Location UNKNOWN = new Location(List.of());

    /** A topology file has eight, and the host is one more. */
    public static final int MOST_LEVELS = 9;

    /** Names of hosts have at most 253 letters. */
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

    /** The number of levels that both share, from the site down: the more, the nearer. */
    public int shared(Location other) {
        int most = Math.min(levels.size(), other.levels.size());
        int shared = 0;
        while (shared < most && levels.get(shared).equals(other.levels.get(shared))) {
            shared++;
        }
        return shared;
    }

    /**
     * Sorts things so that those of a site follow each other, among these those of a rack, and so on. Sites, and parts
     * of a site, are in the order of the first that is there.
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

    /** The location as a topology file has it. */
    @Override
    public String toString() {
        return String.join("/", levels);
    }
}
