package org.moide.samples.programs.blockmatch;

import java.io.Serializable;
import java.util.Arrays;

/** The motion vectors of some blocks: the result of one task, or of several. Used by one thread. */
final class Vectors implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The number of values for each block: frame, row, column, dy, dx, error. */
    private static final int NUMBERS = 6;

    private int[] numbers = new int[0];
    private int count;

    /** Creates a result with the vector of one block. */
    static Vectors of(Block block, Search.Found found) {
        Vectors one = new Vectors();
        one.numbers = new int[] {block.frame(), block.row(), block.column(), found.dy(), found.dx(), found.error()};
        one.count = 1;
        return one;
    }

    int count() {
        return count;
    }

    Block block(int index) {
        int at = index * NUMBERS;
        return new Block(numbers[at], numbers[at + 1], numbers[at + 2]);
    }

    Search.Found found(int index) {
        int at = index * NUMBERS;
        return new Search.Found(numbers[at + 3], numbers[at + 4], numbers[at + 5]);
    }

    /** Appends the other object's vectors to this one, and returns this object. */
    Vectors add(Vectors other) {
        int needed = (count + other.count) * NUMBERS;
        if (needed > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(needed, 2 * numbers.length));
        }
        System.arraycopy(other.numbers, 0, numbers, count * NUMBERS, other.count * NUMBERS);
        count += other.count;
        return this;
    }

    /** Returns whether this object and {@code other} have the same blocks with the same vectors, in any order. */
    boolean isLike(Vectors other) {
        return count == other.count && Arrays.equals(sorted(), other.sorted());
    }

    private String[] sorted() {
        String[] lines = new String[count];
        for (int index = 0; index < count; index++) {
            lines[index] = block(index) + " " + found(index);
        }
        Arrays.sort(lines);
        return lines;
    }
}
