package org.moide.samples.programs.raytrace.scene;

import java.util.Arrays;

/** A growing array of ints. One thread. */
final class Integers {
    private int[] values = new int[48];
    private int count;

    int count() {
        return count;
    }

    int get(int index) {
        return values[index];
    }

    void add(int value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
        }
        values[count++] = value;
    }

    int[] toArray() {
        return Arrays.copyOf(values, count);
    }
}
