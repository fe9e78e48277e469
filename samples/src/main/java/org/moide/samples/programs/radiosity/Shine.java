package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import org.moide.samples.programs.raytrace.scene.Colour;

/**
 * The light of each part of a surface after a pass, stored in arrays. Engines send such objects to each other, and
 * pictures are made from them. Immutable.
 */
final class Shine implements Serializable {
    private static final long serialVersionUID = 1L;

    static final int LEAF = -1;

    private final boolean isTriangle;
    private final int[] firstQuarter;
    private final float[] numbers;

    /** Takes the light that a tree, or an element and those below it, had after the last pass. */
    Shine(Element whole, boolean isTriangle) {
        this(whole, isTriangle, false);
    }

    private Shine(Element whole, boolean isTriangle, boolean isNew) {
        this.isTriangle = isTriangle;
        int count = count(whole);
        firstQuarter = new int[count];
        numbers = new float[Element.BANDS * count];
        put(whole, isNew, 0, 1);
    }

    /** Returns the light that a complete tree, or a complete element and those below it, have after this pass. */
    static Shine after(Element whole, boolean isTriangle) {
        return new Shine(whole, isTriangle, true);
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

    /**
     * Stores the light of an element, under its number, and that of all elements below it.
     *
     * @return the next free number
     */
    private int put(Element element, boolean isNew, int number, int free) {
        if (isNew) {
            for (int band = 0; band < Element.BANDS; band++) {
                numbers[Element.BANDS * number + band] = (float) element.leaving[band];
            }
        } else {
            numbers[Element.BANDS * number] = element.red;
            numbers[Element.BANDS * number + 1] = element.green;
            numbers[Element.BANDS * number + 2] = element.blue;
            numbers[Element.BANDS * number + 3] = element.scale;
        }
        if (!element.isCut) {
            firstQuarter[number] = LEAF;
            return free;
        }
        firstQuarter[number] = free;
        int next = free + 4;
        Element[] quarters = element.quarters();
        for (int quarter = 0; quarter < 4; quarter++) {
            next = put(quarters[quarter], isNew, free + quarter, next);
        }
        return next;
    }

    /** Passes this light on to the elements of a tree that another engine has. */
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

    /**
     * Passes this light on, as the light after this pass, to an element whose task ran on another engine, and to those
     * below it. Elements that were divided there are divided here too.
     */
    void tellAfter(Element whole) {
        tellAfter(whole, 0);
    }

    private void tellAfter(Element element, int number) {
        for (int band = 0; band < Element.BANDS; band++) {
            element.leaving[band] = numbers[Element.BANDS * number + band];
        }
        if (firstQuarter[number] != LEAF) {
            element.cut();
            Element[] quarters = element.quarters();
            for (int quarter = 0; quarter < 4; quarter++) {
                tellAfter(quarters[quarter], firstQuarter[number] + quarter);
            }
        }
    }

    /** Returns the number of elements. */
    int elements() {
        return firstQuarter.length;
    }

    boolean isTriangle() {
        return isTriangle;
    }

    /**
     * Returns the index of an element's first quarter, after which the other three follow; {@link #LEAF} if the element
     * has no quarters. The whole surface is element 0.
     */
    int firstQuarter(int element) {
        return firstQuarter[element];
    }

    /** Returns the light that an element sends out, per area. */
    Colour radiosity(int element) {
        int at = Element.BANDS * element;
        double scale = numbers[at + 3];
        return new Colour(numbers[at], numbers[at + 1], numbers[at + 2]).times(1.0 / scale);
    }

    /** Returns the light that is sent out at a point: that of the leaf which contains the point. */
    Colour at(double u, double v) {
        return radiosity(new Leaf().find(this, u, v));
    }

    /**
     * Finds the leaf that contains a point, and the point's position within that leaf. One object is used for many
     * points, one after the other, by one thread.
     */
    static final class Leaf {
        /** The position of the point in the leaf, along the leaf's first side. */
        double along;

        double across;
        int level;
        /**
         * The position of the leaf's corner along the surface's first side. The unit is the length of that side divided
         * by 2 to the power of the leaf's level.
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
