package org.moide.samples.programs.tsp;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The findings of some tasks: the shortest tour that they knew in the end, whoever found it; how many subproblems they
 * looked at; and for each bound how many more tasks that prove no more than this are open since. A task gives up what
 * cannot be shorter than the tour it knows; so that tour goes with its result, and is not lost with the engine that
 * found it.
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

    /** A task that nobody has looked at: with this bound. */
    static Found open(int least) {
        return nothing().with(null, 0, Map.of(least, 1L));
    }

    /**
     * Makes the findings of one task.
     *
     * @param done the bound of the task
     * @param left the tasks that it put
     */
    static Found by(Tour shortest, long subproblems, int done, Iterable<OpenProblems> left) {
        Map<Integer, Long> opened = new TreeMap<>();
        opened.put(done, -1L);
        left.forEach(one -> opened.merge(one.least(), 1L, Found::sum));
        return nothing().with(shortest, subproblems, opened);
    }

    /** Makes the findings of a task for which there was no time: it stays open. */
    static Found untouched(Tour shortest) {
        return new Found(shortest, 0, Map.of());
    }

    private Found with(@Nullable Tour tour, long more, Map<Integer, Long> moreOpened) {
        Map<Integer, Long> all = new TreeMap<>(opened);
        moreOpened.forEach((bound, tasks) -> all.merge(bound, tasks, Found::sum));
        boolean shorter = shortest == null || (tour != null && tour.length() < shortest.length());
        return new Found(shorter ? tour : shortest, subproblems + more, all);
    }

    /** Adds two counts; one that is none any more is not kept. */
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
     * The length below which no tour is, if this is all that was found so far: the least bound of all tasks that are
     * open. The length of the shortest tour if there is none.
     */
    int bound() {
        int length = shortest == null ? Integer.MAX_VALUE : shortest.length();
        return opened.isEmpty() ? length : Math.min(length, opened.firstKey());
    }
}
