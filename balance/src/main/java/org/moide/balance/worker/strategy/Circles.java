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

/**
 * A search for cycles of workers that wait for each other's end before they begin (the directive WD), and so would
 * never begin.
 */
public final class Circles {
    private Circles() {}

    /**
     * Checks that no workers wait for each other in a cycle.
     *
     * @param named the workers that others wait for; a cycle consists of such workers only, so the search begins with
     *     these
     * @param after gives the workers that a worker waits for; none for an unknown worker
     * @throws IllegalArgumentException if there is a cycle; the message lists its workers
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

    /** Returns a cycle in which each worker waits for the next; empty if there is none. */
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

    /** Searches depth first, without recursion, since chains may be long. */
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
