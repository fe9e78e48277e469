package org.moide.samples.programs.raytrace.text;

import java.util.Arrays;

/** A growing array of ints. One thread. */
public final class Integers {
    private int[] values = new int[48];
    private int count;

    public int count() {
        return count;
    }

    public int get(int index) {
        return values[index];
    }

    public void add(int value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
        }
        values[count++] = value;
    }

    public int[] toArray() {
        return Arrays.copyOf(values, count);
    }
}
