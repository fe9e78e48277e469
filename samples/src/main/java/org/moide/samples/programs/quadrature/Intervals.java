package org.moide.samples.programs.quadrature;

import java.io.Serializable;
import java.util.Arrays;

/** A task: a stack of intervals that were not integrated yet. Used by one thread at a time. */
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

    /** Returns the beginning of the newest interval, which {@link #pop} removes. */
    double from() {
        return bounds[size - STRIDE];
    }

    double to() {
        return bounds[size - 1];
    }

    void pop() {
        size -= STRIDE;
    }

    /**
     * Returns a stack with every second interval, so that both halves get wide and narrow ones.
     *
     * @param first 0 or 1: the half that is returned
     */
    Intervals half(int first) {
        Intervals half = new Intervals((count() + 1 - first) / 2);
        for (int at = first * STRIDE; at < size; at += 2 * STRIDE) {
            half.push(bounds[at], bounds[at + 1]);
        }
        return half;
    }
}
