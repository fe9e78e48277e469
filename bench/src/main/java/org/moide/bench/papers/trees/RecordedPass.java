package org.moide.bench.papers.trees;

import java.util.List;

/**
 * A pass of radiosity, as recorded in a run on one thread.
 *
 * @param nanos the time of the whole pass
 * @param shineNanos the time to encode all trees in messages
 * @param trees in the order of the surfaces
 */
record RecordedPass(long nanos, long shineNanos, List<Tree> trees) {
    /**
     * The bytes of one element of a tree in a message; {@code INTERACTION_BYTES} are those of one interaction when the
     * tree moves. The sample's messages are {@code Shine} and {@code MovedTree}.
     */
    private static final long ELEMENT_BYTES = 20;

    private static final long INTERACTION_BYTES = 20;

    /**
     * The tree of a surface's elements after the pass.
     *
     * @param work the measure by which the sample distributes trees
     * @param root the tree's first task
     */
    record Tree(int elements, int interactions, double work, double area, Task root) {
        /** Returns the length in bytes of the messages that tell another engine how much light the tree sends out. */
        long shineBytes() {
            return ELEMENT_BYTES * elements;
        }

        /** Returns the length in bytes of the message that moves the tree to another engine. */
        long bytes() {
            return bytes(elements, interactions);
        }

        static long bytes(int elements, int interactions) {
            return ELEMENT_BYTES * elements + INTERACTION_BYTES * interactions;
        }
    }

    /** Returns the time of all tasks together. */
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
