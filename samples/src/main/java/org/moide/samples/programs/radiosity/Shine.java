package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import org.moide.samples.programs.raytrace.scene.Colour;

/**
 * The light of each part of a surface after a pass, in arrays: what engines ask each other for, and what a picture is
 * made from. Immutable.
 */
final class Shine implements Serializable {
    private static final long serialVersionUID = 1L;

    static final int LEAF = -1;

    private final boolean isTriangle;
    private final int[] firstQuarter;
    private final float[] numbers;

    /** Shows a tree. */
    Shine(Element whole, boolean isTriangle) {
        this.isTriangle = isTriangle;
        int count = count(whole);
        firstQuarter = new int[count];
        numbers = new float[Element.BANDS * count];
        put(whole, 0, 1);
    }

    private static int count(Element element) {
        int count = 1;
        if (element.isCut) {
            for (Element quarter : element.quarters()) {
                count += count(quarter);
            }
        }
        return count;
    }

    /** @return the next number that is free */
    private int put(Element element, int number, int free) {
        numbers[Element.BANDS * number] = element.red;
        numbers[Element.BANDS * number + 1] = element.green;
        numbers[Element.BANDS * number + 2] = element.blue;
        numbers[Element.BANDS * number + 3] = element.scale;
        if (!element.isCut) {
            firstQuarter[number] = LEAF;
            return free;
        }
        firstQuarter[number] = free;
        int next = free + 4;
        Element[] quarters = element.quarters();
        for (int quarter = 0; quarter < 4; quarter++) {
            next = put(quarters[quarter], free + quarter, next);
        }
        return next;
    }

    /** Tells a tree that is another engine's. */
    void tell(Element whole) {
        tell(whole, 0);
    }

    private void tell(Element element, int number) {
        int at = Element.BANDS * number;
        element.becomeReal(numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]);
        if (firstQuarter[number] != LEAF) {
            element.isCut = true;
            Element[] quarters = element.quarters();
            for (int quarter = 0; quarter < 4; quarter++) {
                tell(quarters[quarter], firstQuarter[number] + quarter);
            }
        }
    }

    /** The number of elements. */
    int elements() {
        return firstQuarter.length;
    }

    boolean isTriangle() {
        return isTriangle;
    }

    /**
     * The first of an element's quarters, which follow each other, or {@link #LEAF}. The whole surface is element 0.
     */
    int firstQuarter(int element) {
        return firstQuarter[element];
    }

    /** The light that an element sends out, per area. */
    Colour radiosity(int element) {
        int at = Element.BANDS * element;
        double scale = numbers[at + 3];
        return new Colour(numbers[at], numbers[at + 1], numbers[at + 2]).times(1.0 / scale);
    }

    /** The light that is sent out at a point: that of the leaf there. */
    Colour at(double u, double v) {
        return radiosity(new Leaf().find(this, u, v));
    }

    /** Finds the leaf at a point, and where in the leaf that is. Used again; one thread. */
    static final class Leaf {
        /** The place of the point in the leaf, along and across its own sides. */
        double along;

        double across;
        int level;
        /**
         * The place where the leaf begins, in parts of the surface's sides that are 2 to the power of its level in
         * number.
         */
        int x;

        int y;
        boolean isTurned;

        int find(Shine shine, double u, double v) {
            int element = 0;
            along = u;
            across = v;
            level = 0;
            x = 0;
            y = 0;
            isTurned = false;
            while (shine.firstQuarter[element] != LEAF) {
                element = shine.firstQuarter[element] + (shine.isTriangle ? quarterOfTriangle() : quarter());
            }
            return element;
        }

        private int quarter() {
            int right = along >= 0.5 ? 1 : 0;
            int below = across >= 0.5 ? 1 : 0;
            along = 2.0 * along - right;
            across = 2.0 * across - below;
            go(right, below);
            return right + 2 * below;
        }

        private int quarterOfTriangle() {
            if (along >= 0.5) {
                along = 2.0 * along - 1.0;
                across *= 2.0;
                go(1, 0);
                return 1;
            }
            if (across >= 0.5) {
                along *= 2.0;
                across = 2.0 * across - 1.0;
                go(0, 1);
                return 2;
            }
            if (along + across <= 0.5) {
                along *= 2.0;
                across *= 2.0;
                go(0, 0);
                return 0;
            }
            along = 1.0 - 2.0 * along;
            across = 1.0 - 2.0 * across;
            go(1, 1);
            isTurned = !isTurned;
            return 3;
        }

        private void go(int right, int below) {
            int side = isTurned ? -1 : 1;
            level++;
            x = 2 * x + side * right;
            y = 2 * y + side * below;
        }
    }
}
