package org.moide.samples.programs.quadrature;

import java.io.Serializable;
import java.util.Arrays;

/** Intervals that were not integrated yet, as a stack: one task. One thread at a time. */
public final class Intervals implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int STRIDE = 2;

    private double[] bounds;
    private int size;

    Intervals(int capacity) {
        bounds = new double[STRIDE * capacity];
    }

    Intervals copy() {
        Intervals copy = new Intervals(0);
        copy.bounds = Arrays.copyOf(bounds, Math.max(size, STRIDE * 16));
        copy.size = size;
        return copy;
    }

    int count() {
        return size / STRIDE;
    }

    void push(double from, double to) {
        if (size == bounds.length) {
            bounds = Arrays.copyOf(bounds, Math.max(16 * STRIDE, 2 * size));
        }
        bounds[size] = from;
        bounds[size + 1] = to;
        size += STRIDE;
    }

    /** The beginning of the newest interval; {@link #pop} then takes it off. */
    double from() {
        return bounds[size - STRIDE];
    }

    double to() {
        return bounds[size - 1];
    }

    void pop() {
        size -= STRIDE;
    }

    /** Every second interval, so that wide and narrow ones are shared out. */
    Intervals half(int first) {
        Intervals half = new Intervals((count() + 1 - first) / 2);
        for (int at = first * STRIDE; at < size; at += 2 * STRIDE) {
            half.push(bounds[at], bounds[at + 1]);
        }
        return half;
    }
}
