package org.moide.samples.programs.alignments;

import java.io.Serializable;
import java.util.Arrays;

/** The alignments of some pairs of sequences: the result of one task, or of several. Used by one thread. */
final class Scores implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The number of values for each alignment: the numbers of the two sequences, the score, and the end positions in
     * both.
     */
    private static final int NUMBERS = 5;

    private int[] numbers = new int[0];
    private int count;

    int count() {
        return count;
    }

    void add(int first, int second, Scoring.Alignment alignment) {
        reserve(count + 1);
        int at = count * NUMBERS;
        numbers[at] = first;
        numbers[at + 1] = second;
        numbers[at + 2] = alignment.score();
        numbers[at + 3] = alignment.endInFirst();
        numbers[at + 4] = alignment.endInSecond();
        count++;
    }

    int first(int index) {
        return numbers[index * NUMBERS];
    }

    int second(int index) {
        return numbers[index * NUMBERS + 1];
    }

    Scoring.Alignment alignment(int index) {
        int at = index * NUMBERS;
        return new Scoring.Alignment(numbers[at + 2], numbers[at + 3], numbers[at + 4]);
    }

    /** Appends the other object's alignments to this one, and returns this object. */
    Scores add(Scores other) {
        reserve(count + other.count);
        System.arraycopy(other.numbers, 0, numbers, count * NUMBERS, other.count * NUMBERS);
        count += other.count;
        return this;
    }

    private void reserve(int pairs) {
        if (pairs * NUMBERS > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(pairs * NUMBERS, 2 * numbers.length));
        }
    }

    /** Returns whether this object and {@code other} have the same pairs with the same alignments, in any order. */
    boolean isLike(Scores other) {
        return count == other.count && Arrays.equals(sorted(), other.sorted());
    }

    private String[] sorted() {
        String[] lines = new String[count];
        for (int index = 0; index < count; index++) {
            lines[index] = first(index) + " " + second(index) + " " + alignment(index);
        }
        Arrays.sort(lines);
        return lines;
    }
}
