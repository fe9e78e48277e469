package org.moide.samples.programs.uts;

import java.io.Serializable;
import java.util.Arrays;

/**
 * A task: a stack of nodes of which some children were not examined yet. For each node it has the node's state, its
 * depth, and the number of its remaining children. A search also works on such a stack. Used by one thread at a time.
 */
public final class Nodes implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int DEPTH = Sha1.WORDS;
    private static final int FIRST = DEPTH + 1; // the number of the first remaining child
    private static final int END = FIRST + 1; // the number after the last remaining child
    private static final int STRIDE = END + 1;

    /**
     * The least number of remaining children for which a node's children are divided between two halves. A node with
     * fewer goes into one half.
     */
    private static final int MANY = 16;

    private final int round;
    private int[] words;
    private int size;
    private long open;

    /** Creates an empty stack for the search of this round ({@link Rounds}). */
    Nodes(int capacity, int round) {
        this.round = round;
        words = new int[STRIDE * capacity];
    }

    int round() {
        return round;
    }

    Nodes copy() {
        return copy(round);
    }

    Nodes copy(int inRound) {
        Nodes copy = new Nodes(0, inRound);
        copy.words = Arrays.copyOf(words, size);
        copy.size = size;
        copy.open = open;
        return copy;
    }

    int count() {
        return size / STRIDE;
    }

    /** Returns the number of remaining children of all nodes together. */
    long open() {
        return open;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Adds a node, and returns the index in {@link #words} for its state. */
    int push(int depth, int children) {
        return push(depth, 0, children);
    }

    private int push(int depth, int first, int end) {
        if (size == words.length) {
            words = Arrays.copyOf(words, Math.max(16 * STRIDE, 2 * size));
        }
        int offset = size;
        words[offset + DEPTH] = depth;
        words[offset + FIRST] = first;
        words[offset + END] = end;
        open += end - first;
        size += STRIDE;
        return offset;
    }

    int[] words() {
        return words;
    }

    /** Returns the index in {@link #words} at which the newest node's state begins. */
    int newest() {
        return size - STRIDE;
    }

    int depth(int offset) {
        return words[offset + DEPTH];
    }

    int remaining(int offset) {
        return words[offset + END] - words[offset + FIRST];
    }

    /**
     * Removes children of the newest node, and the node itself with its last child. Its state is valid until the next
     * push.
     *
     * @return the number, among all children of that node, of the first child that was removed
     */
    int take(int children) {
        int offset = newest();
        words[offset + END] -= children;
        open -= children;
        int first = words[offset + END];
        if (first == words[offset + FIRST]) {
            size = offset;
        }
        return first;
    }

    /**
     * Returns one of two halves of the stack. Nodes go into the two halves in turn, so that both have shallow and deep
     * nodes; if a node has many children, these are divided.
     *
     * @param which 0 or 1
     */
    Nodes half(int which) {
        Nodes half = new Nodes((count() + 1) / 2, round);
        int turn = 0;
        for (int from = 0; from < size; from += STRIDE) {
            int first = words[from + FIRST];
            int end = words[from + END];
            if (end - first >= MANY) {
                int middle = (first + end) >>> 1;
                first = which == 0 ? first : middle;
                end = which == 0 ? middle : end;
            } else if (turn++ % 2 != which) {
                continue;
            }
            int to = half.push(depth(from), first, end);
            System.arraycopy(words, from, half.words, to, Sha1.WORDS);
        }
        return half;
    }
}
