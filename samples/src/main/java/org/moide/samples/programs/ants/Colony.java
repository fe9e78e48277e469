package org.moide.samples.programs.ants;

import java.io.Serializable;
import java.util.Arrays;

/** Some ants, each with five numbers: who it is, where, where it is headed, and its load. One thread at a time. */
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

    /** Adds all that {@link #numbers} gave elsewhere. */
    void addAll(int[] others) {
        makeRoom(others.length / NUMBERS);
        System.arraycopy(others, 0, numbers, count * NUMBERS, others.length);
        count += others.length / NUMBERS;
    }

    /** Takes out the one at an index, whose place the last one takes, and gives it to another colony. */
    void move(int index, Colony to) {
        to.add(ant(index), x(index), y(index), heading(index), load(index));
        count--;
        System.arraycopy(numbers, count * NUMBERS, numbers, index * NUMBERS, NUMBERS);
    }

    /** The numbers of all ants: all that there is to know of them. */
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

    /** The load that it carries, and how strong its scent is; 0 if nothing. */
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
