package org.moide.samples.programs.tsp;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The result of some tasks: the shortest tour that they knew at their end, even if another task had found it; the
 * number of subproblems that they examined; and for each lower bound, by how much they have changed the number of open
 * tasks with this bound. A task abandons subproblems that have no tour shorter than the shortest known one. So that
 * tour is part of the task's result, and is not lost if the engine that found it is lost.
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
     * @param done the lower bound of this task, which is not open any more
     * @param left the tasks that it has put, which are open
     */
    static Found by(Tour shortest, long subproblems, int done, Iterable<OpenProblems> left) {
        Map<Integer, Long> opened = new TreeMap<>();
        opened.put(done, -1L);
        left.forEach(one -> opened.merge(one.least(), 1L, Found::sum));
        return nothing().with(shortest, subproblems, opened);
    }

    /** Returns the result of a task that was not executed because the time was over, and that stays open. */
    static Found untouched(Tour shortest) {
        return new Found(shortest, 0, Map.of());
    }

    private Found with(@Nullable Tour tour, long more, Map<Integer, Long> moreOpened) {
        Map<Integer, Long> all = new TreeMap<>(opened);
        moreOpened.forEach((bound, tasks) -> all.merge(bound, tasks, Found::sum));
        boolean shorter = shortest == null || (tour != null && tour.length() < shortest.length());
        return new Found(shorter ? tour : shortest, subproblems + more, all);
    }

    /** Adds two counts. Returns null if the sum is 0; then the entry is removed. */
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
