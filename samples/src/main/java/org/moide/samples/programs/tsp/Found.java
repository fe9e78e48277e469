package org.moide.samples.programs.tsp;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What some tasks found: the shortest tour that they knew in the end, whoever found it, and how many subproblems they looked at. A task
 * gives up what cannot be shorter than the tour it knows; so that tour goes with its result, and is not lost with the engine
 * that found it.
 */
public final class Found implements Serializable {
    private static final long serialVersionUID = 1L;

    private final @Nullable Tour shortest;
    private final long subproblems;

    Found(@Nullable Tour shortest, long subproblems) {
        this.shortest = shortest;
        this.subproblems = subproblems;
    }

    @Nullable
    Tour shortest() {
        return shortest;
    }

    long subproblems() {
        return subproblems;
    }

    Found add(Found other) {
        Tour mine = shortest;
        Tour theirs = other.shortest;
        boolean shorter = mine == null || (theirs != null && theirs.length() < mine.length());
        return new Found(shorter ? theirs : mine, subproblems + other.subproblems);
    }
}
