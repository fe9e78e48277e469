package org.moide.samples.programs.ants;

import java.io.Serializable;
import java.util.Arrays;

/**
 * A set of ants. Each ant has five numbers: its own number, its place (two numbers), its direction and its load. Used
 * by one thread at a time.
 */
final class Colony implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final int NUMBERS = 5;
    private static final int X = 1;
    private static final int Y = 2;
    private static final int HEADING = 3;
    private static final int LOAD = 4;

    private int[] numbers = new int[0];
    private int count;

    int count() {
        return count;
    }

    void add(int ant, int x, int y, int heading, int load) {
        makeRoom(1);
        int at = count * NUMBERS;
        numbers[at] = ant;
        numbers[at + X] = x;
        numbers[at + Y] = y;
        numbers[at + HEADING] = heading;
        numbers[at + LOAD] = load;
        count++;
    }

    private void makeRoom(int more) {
        int needed = (count + more) * NUMBERS;
        if (needed > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(needed, numbers.length + numbers.length / 2 + 8 * NUMBERS));
        }
    }

    /** Adds ants from the numbers that {@link #numbers} returned for another colony. */
    void addAll(int[] others) {
        makeRoom(others.length / NUMBERS);
        System.arraycopy(others, 0, numbers, count * NUMBERS, others.length);
        count += others.length / NUMBERS;
    }

    /** Moves the ant at an index of this colony to another colony. The last ant of this colony then gets that index. */
    void move(int index, Colony to) {
        to.add(ant(index), x(index), y(index), heading(index), load(index));
        count--;
        System.arraycopy(numbers, count * NUMBERS, numbers, index * NUMBERS, NUMBERS);
    }

    /** Returns the numbers of all ants, which describe them completely. */
    int[] numbers() {
        return Arrays.copyOf(numbers, count * NUMBERS);
    }

    int ant(int index) {
        return numbers[index * NUMBERS];
    }

    int x(int index) {
        return numbers[index * NUMBERS + X];
    }

    int y(int index) {
        return numbers[index * NUMBERS + Y];
    }

    int heading(int index) {
        return numbers[index * NUMBERS + HEADING];
    }

    /** Returns an ant's load, which is also the strength of its scent; 0 if it carries nothing. */
    int load(int index) {
        return numbers[index * NUMBERS + LOAD];
    }

    void place(int index, int x, int y, int heading) {
        numbers[index * NUMBERS + X] = x;
        numbers[index * NUMBERS + Y] = y;
        numbers[index * NUMBERS + HEADING] = heading;
    }

    void load(int index, int load) {
        numbers[index * NUMBERS + LOAD] = load;
    }

    void turnBack(int index) {
        numbers[index * NUMBERS + HEADING] = Heading.back(heading(index));
    }
}
