package org.moide.samples.programs.raytrace.scene;

import java.util.Arrays;

/** A growing array of doubles. */
final class Doubles {
    private double[] values = new double[48];
    private int count;

    int count() {
        return count;
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

    Vector3 vector(int index) {
        return new Vector3(values[3 * index], values[3 * index + 1], values[3 * index + 2]);
    }

    double[] toArray() {
        return Arrays.copyOf(values, count);
    }
}
