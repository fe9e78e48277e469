package org.moide.balance.worker.strategy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** Workers that wait for each other's end before they begin (WD): none of them ever would. */
public final class Circles {
    private Circles() {}

    /**
     * Checks that there is none.
     *
     * @param named the workers after which others begin: each circle consists of such, so that nobody looks at all workers
     * @param after the workers after which one begins; none for one that is not known
     * @throws IllegalArgumentException if there is one, with its workers
     */
    public static void requireNone(Collection<Long> named, LongFunction<? extends Collection<Long>> after) {
        List<Long> circle = find(named, after);
        if (!circle.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected workers that can begin, found some that begin after each other: worker "
                            + circle.stream().map(String::valueOf).collect(Collectors.joining(" after worker "))
                            + " after worker "
                            + circle.get(0));
        }
    }

    /** A circle, each worker before the one that it begins after; empty if there is none. */
    public static List<Long> find(Collection<Long> named, LongFunction<? extends Collection<Long>> after) {
        Set<Long> done = new HashSet<>();
        for (long first : named) {
            if (!done.contains(first)) {
                List<Long> circle = from(first, after, done);
                if (!circle.isEmpty()) {
                    return circle;
                }
            }
        }
        return List.of();
    }

    /** Depth first, without recursion: chains may be long. */
    private static List<Long> from(long first, LongFunction<? extends Collection<Long>> after, Set<Long> done) {
        LinkedHashSet<Long> path = new LinkedHashSet<>();
        Deque<Step> steps = new ArrayDeque<>();
        path.add(first);
        steps.push(new Step(first, after.apply(first).iterator()));
        while (!steps.isEmpty()) {
            Step step = steps.peek();
            if (!step.left().hasNext()) {
                steps.pop();
                path.remove(step.worker());
                done.add(step.worker());
                continue;
            }
            long next = step.left().next();
            if (path.contains(next)) {
                List<Long> all = new ArrayList<>(path);
                return List.copyOf(all.subList(all.indexOf(next), all.size()));
            }
            if (!done.contains(next)) {
                path.add(next);
                steps.push(new Step(next, after.apply(next).iterator()));
            }
        }
        return List.of();
    }

    private record Step(long worker, Iterator<Long> left) {}
}
