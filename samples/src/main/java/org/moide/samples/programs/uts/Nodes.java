package org.moide.samples.programs.uts;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Nodes whose children were not looked at yet, as a stack: for each its state, its depth and how many children remain. What a
 * task is made of, and what a search works on. One thread at a time.
 */
public final class Nodes implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int DEPTH = Sha1.WORDS;
    private static final int REMAINING = DEPTH + 1;
    private static final int STRIDE = REMAINING + 1;

    private final int round;
    private int[] words;
    private int size;

    /** Of the tree as it is searched in this round ({@link Rounds}). */
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
        return copy;
    }

    int count() {
        return size / STRIDE;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Adds a node and returns where its state belongs in {@link #words}. */
    int push(int depth, int children) {
        if (size == words.length) {
            words = Arrays.copyOf(words, Math.max(16 * STRIDE, 2 * size));
        }
        int offset = size;
        words[offset + DEPTH] = depth;
        words[offset + REMAINING] = children;
        size += STRIDE;
        return offset;
    }

    int[] words() {
        return words;
    }

    /** Where the newest node's state begins in {@link #words}. */
    int newest() {
        return size - STRIDE;
    }

    int depth(int offset) {
        return words[offset + DEPTH];
    }

    int remaining(int offset) {
        return words[offset + REMAINING];
    }

    /** Counts children of the newest node as looked at; with the last it goes. Its words stay until the next push. */
    void take(int children) {
        int offset = newest();
        words[offset + REMAINING] -= children;
        if (words[offset + REMAINING] == 0) {
            size = offset;
        }
    }

    /** Every second node goes into a bundle of its own, so that either has shallow nodes and deep ones. */
    Nodes half(int first) {
        Nodes half = new Nodes((count() + 1 - first) / 2, round);
        for (int node = first; node < count(); node += 2) {
            int from = node * STRIDE;
            int to = half.push(depth(from), remaining(from));
            System.arraycopy(words, from, half.words, to, Sha1.WORDS);
        }
        return half;
    }
}
