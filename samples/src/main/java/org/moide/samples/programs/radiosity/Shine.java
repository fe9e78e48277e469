package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.Arrays;
import org.moide.samples.programs.raytrace.scene.Colour;

/** How brightly each part of a surface shone after a pass: what engines ask each other for. Immutable. */
final class Shine implements Serializable {
    private static final long serialVersionUID = 1L;
    /** Red, green and blue, each times the scale, and the scale ({@link QuadTree#pushAndPull}). */
    static final int NUMBERS = 4;

    /** Which of them is the scale. */
    static final int SCALE = 3;

    static final int LEAF = -1;

    private final int[] firstChild;
    private final float[] numbers;

    /**
     * A copy of a tree's state.
     *
     * @param firstChild for each element the number of its first child, of four, or {@link #LEAF}
     * @param numbers so many for each element
     * @param count how many elements there are
     */
    Shine(int[] firstChild, double[] numbers, int count) {
        this.firstChild = Arrays.copyOf(firstChild, count);
        this.numbers = new float[NUMBERS * count];
        for (int i = 0; i < this.numbers.length; i++) {
            this.numbers[i] = (float) numbers[i];
        }
    }

    /** The element that is this place, or else the leaf that it is a part of. */
    int element(Place place) {
        int element = 0;
        for (int level = 0; level < place.level() && firstChild[element] != LEAF; level++) {
            element = firstChild[element] + place.quarterBelow(level);
        }
        return element;
    }

    /** One of the {@link #NUMBERS}. */
    double number(int element, int which) {
        return numbers[NUMBERS * element + which];
    }

    Colour radiosity(int element) {
        double scale = number(element, SCALE);
        return new Colour(number(element, 0), number(element, 1), number(element, 2)).times(1.0 / scale);
    }

    /** What is sent out at a point: that of the leaf there. */
    Colour at(double u, double v) {
        int element = 0;
        double across = u;
        double down = v;
        while (firstChild[element] != LEAF) {
            int right = across >= 0.5 ? 1 : 0;
            int below = down >= 0.5 ? 1 : 0;
            element = firstChild[element] + right + 2 * below;
            across = 2.0 * across - right;
            down = 2.0 * down - below;
        }
        return radiosity(element);
    }
}
