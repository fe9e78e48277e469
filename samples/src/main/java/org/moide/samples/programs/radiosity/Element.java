package org.moide.samples.programs.radiosity;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A part of a surface between whose like light is exchanged: a node of the surface's quad-tree. A parallelogram's
 * quarters are parallelograms. Three quarters of a triangle are oriented as the triangle itself, and the middle one is
 * turned round.
 *
 * <p><b>Threads.</b> In a pass, one thread has the element's task. Only that thread writes the light that the element
 * gathers, its links, and {@code real} of its quarters. All threads read {@code red} to {@code scale}, which are
 * written between passes, and may call {@link #quarters}. The counter {@code open} passes values that are pushed down
 * and pulled up from thread to thread.
 */
final class Element {
    /** The deepest level at which a surface is divided, so that an element's {@link #place} fits into a long. */
    static final int MOST_LEVEL = 22;

    private static final int LEVEL_AT = 46;
    private static final int SURFACE_AT = 51;

    final @Nullable Element parent;
    final int surface;
    final int level;
    /**
     * The position of its corner along the surface's first side, in units of the side divided by 2 to the power of
     * {@code level}.
     */
    final int x;

    final int y;
    /** Whether its sides have directions opposite to those of the surface. */
    final boolean isTurned;

    private final boolean isTriangle;
    /**
     * The path from the surface to this element: two bits for each quarter, and above them the surface and the level.
     */
    private final long place;

    private volatile Element @Nullable [] quarters;
    /**
     * Whether it is an element of its surface's tree. Otherwise it is only a place, which has the light of the element
     * above it.
     */
    private volatile boolean real;

    /** Whether it is divided, so that light is passed on to its quarters. */
    boolean isCut;

    /** The light of the element after the last pass: red, green and blue, multiplied by the scale; and the scale. */
    float red;

    float green;
    float blue;
    float scale;

    /**
     * The light that arrives at the element and those above it, in proportion to form factors. After the pass, the
     * light that leaves it.
     */
    final double[] arriving = new double[BANDS];

    final double[] leaving = new double[BANDS];
    /** The number of values of light: red, green, blue, scale. */
    static final int BANDS = 4;

    final Links links = new Links();
    /** The number of quarters that are not complete in this pass. */
    final AtomicInteger open = new AtomicInteger();

    /** The light that this element and all below it have absorbed, after this pass. */
    double absorbed;

    double sent;
    int elements;
    int interactions;
    long looks;

    private Element(
            @Nullable Element parent,
            int surface,
            int level,
            int x,
            int y,
            boolean isTriangle,
            boolean isTurned,
            long place) {
        this.parent = parent;
        this.surface = surface;
        this.level = level;
        this.x = x;
        this.y = y;
        this.isTriangle = isTriangle;
        this.isTurned = isTurned;
        this.place = place;
    }

    /** Returns the element for a whole surface. */
    static Element whole(int surface, boolean isTriangle) {
        Element whole = new Element(null, surface, 0, 0, 0, isTriangle, false, (long) surface << SURFACE_AT);
        whole.scale = 1.0F;
        whole.real = true;
        return whole;
    }

    /**
     * Returns the identity of the element's place, which is different for all elements of all surfaces and the same on
     * every engine.
     */
    long place() {
        return place;
    }

    static int surface(long place) {
        return (int) (place >>> SURFACE_AT);
    }

    /** Returns the element below this one, or this one, that has the given {@link #place}. */
    Element at(long wanted) {
        Element element = this;
        int depth = (int) (wanted >>> LEVEL_AT) & 31;
        while (element.level < depth) {
            element = element.quarters()[(int) (wanted >>> (2 * (depth - element.level - 1))) & 3];
        }
        return element;
    }

    /** Returns the four quarters, which are created if they do not exist. Any thread. */
    Element[] quarters() {
        Element[] made = quarters;
        return made != null ? made : make();
    }

    private synchronized Element[] make() {
        Element[] made = quarters;
        if (made == null) {
            made = new Element[] {quarter(0), quarter(1), quarter(2), quarter(3)};
            quarters = made;
        }
        return made;
    }

    private Element quarter(int number) {
        int side = isTurned ? -1 : 1;
        boolean isMiddle = isTriangle && number == 3;
        int right = number & 1;
        int below = number >> 1;
        long path = place & (1L << LEVEL_AT) - 1;
        return new Element(
                this,
                surface,
                level + 1,
                2 * x + side * right,
                2 * y + side * below,
                isTriangle,
                isTurned != isMiddle,
                (long) surface << SURFACE_AT | (long) (level + 1) << LEVEL_AT | path << 2 | number);
    }

    /** Divides the element: its quarters become elements of the tree. */
    void cut() {
        if (!isCut) {
            for (Element quarter : quarters()) {
                quarter.becomeReal(red, green, blue, scale);
            }
            isCut = true;
        }
    }

    /**
     * Makes this an element of its tree, with this light. To other engines it still looks like a place with the light
     * of the element above.
     */
    void becomeReal(float withRed, float withGreen, float withBlue, float withScale) {
        red = withRed;
        green = withGreen;
        blue = withBlue;
        scale = withScale;
        real = true;
    }

    /** Returns this element, or the nearest one above it that is an element of the tree, so that its light is known. */
    Element known() {
        Element element = this;
        while (!element.real) {
            Element above = element.parent;
            if (above == null) {
                return element;
            }
            element = above;
        }
        return element;
    }

    /** Returns the light that the element sends out in the brightest of the three colours, per area. */
    double brightest() {
        return (double) Math.max(red, Math.max(green, blue)) / scale;
    }

    /** Publishes the light after a pass, of this element and all below it. */
    void show() {
        red = (float) leaving[0];
        green = (float) leaving[1];
        blue = (float) leaving[2];
        scale = (float) leaving[3];
        if (isCut) {
            for (Element quarter : quarters()) {
                quarter.show();
            }
        }
    }
}
