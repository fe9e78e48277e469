package org.moide.bench.papers.trees;

import java.util.List;

/**
 * A pass of radiosity, as a run on one thread recorded it.
 *
 * @param nanos all of it
 * @param shineNanos what putting all trees into messages took
 * @param trees in the order of the surfaces
 */
record RecordedPass(long nanos, long shineNanos, List<Tree> trees) {
    /** What one element takes in a message, and one interaction when its tree moves (`Shine`, `MovedTree`). */
    private static final long ELEMENT_BYTES = 20;

    private static final long INTERACTION_BYTES = 20;

    /**
     * A surface's tree, after the pass.
     *
     * @param work what the sample divides by
     * @param root its first task
     */
    record Tree(int elements, int interactions, double work, double area, Task root) {
        /** When others learn how it shines. */
        long shineBytes() {
            return ELEMENT_BYTES * elements;
        }

        /** When it moves. */
        long bytes() {
            return bytes(elements, interactions);
        }

        static long bytes(int elements, int interactions) {
            return ELEMENT_BYTES * elements + INTERACTION_BYTES * interactions;
        }
    }

    /** Of all tasks together. */
    long taskNanos() {
        return trees.stream().mapToLong(tree -> sum(tree.root)).sum();
    }

    int tasks() {
        return trees.stream().mapToInt(tree -> tree.root.below()).sum();
    }

    private static long sum(Task task) {
        return task.nanos()
                + task.puts().stream().mapToLong(put -> sum(put.task())).sum();
    }
}
