package org.moide.samples.programs.tsp;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** A task: a stack of subproblems that were not examined yet. Used by one thread at a time. */
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
     * Creates a stack. The last subproblem is examined first.
     *
     * @param spentNanos the time since the search began
     */
    static OpenProblems of(long spentNanos, Subproblem... problems) {
        return new OpenProblems(problems.clone(), spentNanos);
    }

    /**
     * Returns another stack with the same subproblems. The subproblems themselves are not copied, since they are not
     * changed while they are on a stack.
     */
    OpenProblems copy() {
        return of(spentNanos, Arrays.copyOf(problems, count));
    }

    int count() {
        return count;
    }

    /** Returns a lower bound for the tours of all subproblems that were on the stack when it was created. */
    int least() {
        return least;
    }

    /** Returns how long the search had lasted when the stack was created. */
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
     * Returns the subproblems that may have a tour shorter than {@code limit}, distributed over stacks of at most
     * {@code most} subproblems. The most promising ones are together in the last stack.
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
