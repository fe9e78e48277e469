package org.moide.samples.programs.tsp;

import java.io.Serializable;
import java.util.Arrays;

/** Subproblems that nobody has looked at, as a stack: one task. One thread at a time. */
public final class OpenProblems implements Serializable {
    private static final long serialVersionUID = 1L;

    private Subproblem[] problems;
    private int count;

    private OpenProblems(Subproblem[] problems) {
        this.problems = problems;
        this.count = problems.length;
    }

    static OpenProblems of(Subproblem... problems) {
        return new OpenProblems(problems.clone());
    }

    /** Another stack with the same subproblems, which are never changed once they are on one. */
    OpenProblems copy() {
        return of(Arrays.copyOf(problems, count));
    }

    int count() {
        return count;
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

    /** Every second one. */
    OpenProblems half(int first) {
        Subproblem[] half = new Subproblem[(count + 1 - first) / 2];
        for (int i = 0; i < half.length; i++) {
            half[i] = problems[first + 2 * i];
        }
        return of(half);
    }
}
