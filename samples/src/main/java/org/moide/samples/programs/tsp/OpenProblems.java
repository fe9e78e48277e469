package org.moide.samples.programs.tsp;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Subproblems that nobody has looked at, as a stack: one task. One thread at a time. */
public final class OpenProblems implements Serializable {
    private static final long serialVersionUID = 1L;

    private Subproblem[] problems;
    private int count;
    private final int least;
    private final long spentNanos;

    private OpenProblems(Subproblem[] problems, long spentNanos) {
        this.problems = problems;
        this.count = problems.length;
        this.least = Arrays.stream(problems)
                .mapToInt(Subproblem::proved)
                .min()
                .orElseThrow(() -> new IllegalArgumentException("expected at least 1 subproblem, found none"));
        this.spentNanos = spentNanos;
    }

    /**
     * Makes some, the last of which is looked at first.
     *
     * @param spentNanos for how long the search has gone on
     */
    static OpenProblems of(long spentNanos, Subproblem... problems) {
        return new OpenProblems(problems.clone(), spentNanos);
    }

    /** Makes another stack with the same subproblems, which are never changed once they are on one. */
    OpenProblems copy() {
        return of(spentNanos, Arrays.copyOf(problems, count));
    }

    int count() {
        return count;
    }

    /** The length below which no tour of any of them was when this was made. */
    int least() {
        return least;
    }

    /** The time for which the search had gone on when this was made. */
    long spentNanos() {
        return spentNanos;
    }

    void push(Subproblem problem) {
        if (count == problems.length) {
            problems = Arrays.copyOf(problems, Math.max(16, 2 * count));
        }
        problems[count++] = problem;
    }

    Subproblem pop() {
        return problems[--count];
    }

    /**
     * The problems on the stack that may have a tour shorter than {@code limit}, in parts of so many at most: the most
     * promising ones together, as the last.
     */
    List<OpenProblems> parts(int most, int limit, long nowSpentNanos) {
        Subproblem[] promising = Arrays.stream(problems, 0, count)
                .filter(problem -> problem.proved() < limit)
                .sorted(Comparator.comparingInt(Subproblem::proved).reversed())
                .toArray(Subproblem[]::new);
        List<OpenProblems> parts = new ArrayList<>();
        int from = 0;
        for (int to = promising.length % most; from < promising.length; to += most) {
            if (to > from) {
                parts.add(of(nowSpentNanos, Arrays.copyOfRange(promising, from, to)));
            }
            from = to;
        }
        return parts;
    }
}
