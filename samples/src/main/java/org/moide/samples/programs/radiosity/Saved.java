package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * One thread's part of a checkpoint between two passes: some of its engine's trees, and what the passes have come to.
 * Immutable.
 *
 * @param passes the number of passes that are done; with 0, nothing is saved and the computation begins anew
 * @param outcome the result of the last pass
 * @param moved the number of trees that have moved
 * @param tasks the number of tasks that this thread has begun
 * @param surfaces the surfaces of {@code trees}
 */
record Saved(int passes, Passes.Outcome outcome, long moved, long tasks, List<Integer> surfaces, List<Part> trees)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    Saved {
        surfaces = List.copyOf(surfaces);
        trees = List.copyOf(trees);
    }

    static Saved nothing() {
        return new Saved(0, new Passes.Outcome(0.0, 0.0, 0, 0), 0, 0, List.of(), List.of());
    }

    /** Returns the part of one of {@code count} threads, if another number of threads has saved these parts. */
    static Saved of(List<Saved> all, int id, int count) {
        List<Integer> surfaces = new ArrayList<>();
        List<Part> trees = new ArrayList<>();
        long tasks = 0;
        int next = 0;
        for (Saved one : all) {
            tasks += one.tasks;
            for (int tree = 0; tree < one.trees.size(); tree++) {
                if (next++ % count == id) {
                    surfaces.add(one.surfaces.get(tree));
                    trees.add(one.trees.get(tree));
                }
            }
        }
        Saved first = all.get(0);
        return new Saved(first.passes, first.outcome, first.moved, id == 0 ? tasks : 0, surfaces, trees);
    }
}
