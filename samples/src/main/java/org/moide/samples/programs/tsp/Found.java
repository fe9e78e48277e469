package org.moide.samples.programs.tsp;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of some tasks: the shortest tour that they knew at their end, even if another task found it; the number
 * of subproblems that they examined; and for each lower bound, by how much the number of open tasks with this bound has
 * changed. A task abandons subproblems that cannot be shorter than the known tour. So that tour is part of its result,
 * and is not lost with the engine that found it.
 */
public final class Found implements Serializable {
    private static final long serialVersionUID = 1L;

    private final @Nullable Tour shortest;
    private final long subproblems;
    private final TreeMap<Integer, Long> opened;

    private Found(@Nullable Tour shortest, long subproblems, Map<Integer, Long> opened) {
        this.shortest = shortest;
        this.subproblems = subproblems;
        this.opened = new TreeMap<>(opened);
    }

    static Found nothing() {
        return new Found(null, 0, Map.of());
    }

    /** Returns the result for a new task with this lower bound. */
    static Found open(int least) {
        return nothing().with(null, 0, Map.of(least, 1L));
    }

    /**
     * Returns the result of one task.
     *
     * @param done the lower bound of the task
     * @param left the tasks that it has put
     */
    static Found by(Tour shortest, long subproblems, int done, Iterable<OpenProblems> left) {
        Map<Integer, Long> opened = new TreeMap<>();
        opened.put(done, -1L);
        left.forEach(one -> opened.merge(one.least(), 1L, Found::sum));
        return nothing().with(shortest, subproblems, opened);
    }

    /** Returns the result of a task that was not run for lack of time, and stays open. */
    static Found untouched(Tour shortest) {
        return new Found(shortest, 0, Map.of());
    }

    private Found with(@Nullable Tour tour, long more, Map<Integer, Long> moreOpened) {
        Map<Integer, Long> all = new TreeMap<>(opened);
        moreOpened.forEach((bound, tasks) -> all.merge(bound, tasks, Found::sum));
        boolean shorter = shortest == null || (tour != null && tour.length() < shortest.length());
        return new Found(shorter ? tour : shortest, subproblems + more, all);
    }

    /** Adds two counts. Returns null, which removes the entry, if the sum is 0. */
    private static @Nullable Long sum(long one, long other) {
        return one + other == 0 ? null : one + other;
    }

    Found add(Found other) {
        return with(other.shortest, other.subproblems, other.opened);
    }

    @Nullable
    Tour shortest() {
        return shortest;
    }

    long subproblems() {
        return subproblems;
    }

    /**
     * Returns a lower bound for all tours, according to these results: the least bound of all open tasks. If there is
     * none, returns the length of the shortest tour.
     */
    int bound() {
        int length = shortest == null ? Integer.MAX_VALUE : shortest.length();
        return opened.isEmpty() ? length : Math.min(length, opened.firstKey());
    }
}
