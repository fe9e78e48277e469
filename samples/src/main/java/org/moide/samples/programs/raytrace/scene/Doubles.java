package org.moide.samples.programs.raytrace.scene;

import java.util.Arrays;

/** A growing array of doubles. */
final class Doubles {
    private double[] values = new double[48];
    private int count;

    int count() {
        return count;
    }

    double get(int index) {
        return values[index];
    }

    void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count * 2);
        }
        values[count++] = value;
    }

    void add(Vector3 vector) {
        add(vector.x());
        add(vector.y());
        add(vector.z());
    }

    /**
     * Scales the last three numbers, which are a direction, to length 1. Returns false if they are all 0 and so have no
     * direction.
     */
    boolean makeLastUnit() {
        Vector3 unit = new Vector3(values[count - 3], values[count - 2], values[count - 1]).unit();
        count -= 3;
        add(unit);
        return !unit.equals(Vector3.ZERO);
    }

    double[] toArray() {
        return Arrays.copyOf(values, count);
    }
}
