package org.moide.samples.programs.radiosity;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A part of a surface: a node of the surface's quad-tree. Light is exchanged between elements. The quarters of a
 * parallelogram are parallelograms. Of the quarters of a triangle, three have the orientation of the triangle itself,
 * and the middle one is turned round.
 *
 * <p><b>Threads.</b> In a pass, one thread has the element's task. Only that thread writes the light that the element
 * gathers, its links, and {@code real} of its quarters; if the task ran on another engine, the communication thread
 * does, with what comes back from there. All threads read {@code red} to {@code scale}, which are written between
 * passes, and may call {@link #quarters}. Values that are pushed down the tree or pulled up become visible to other
 * threads by means of the counter {@code open}.
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
     * The position of the element's corner along the surface's first side. The unit is the length of that side divided
     * by 2 to the power of {@code level}.
     */
    final int x;

    final int y;
    /** Whether the element's sides have directions opposite to those of the surface. */
    final boolean isTurned;

    private final boolean isTriangle;
    /**
     * The path from the surface to this element: two bits for the quarter on each level. The bits above them are the
     * level and the surface.
     */
    private final long place;

    private volatile Element @Nullable [] quarters;
    /**
     * Whether this is an element of its surface's tree. If not, it is only a place in the surface, whose light is that
     * of the nearest element above it.
     */
    private volatile boolean real;

    /** Whether the element is divided, so that light is passed on to its quarters. */
    boolean isCut;

    /** The light of the element after the last pass: red, green and blue, multiplied by the scale; and the scale. */
    float red;

    float green;
    float blue;
    float scale;

    /**
     * The light that arrives at the element, and at the elements above it as far as it concerns this one, in proportion
     * to form factors. After the pass, {@code leaving} has the light that leaves the element.
     */
    final double[] arriving = new double[BANDS];

    final double[] leaving = new double[BANDS];
    /** The number of values that describe light: red, green, blue, and the scale. */
    static final int BANDS = 4;

    final Links links = new Links();
    /** The number of quarters that are not complete yet in this pass. */
    final AtomicInteger open = new AtomicInteger();
    /** The branch at whose top this element is, if it came from another engine for this pass. */
    @Nullable
    Guest guest;

    /** The light that this element and all elements below it have absorbed in this pass. */
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
     * Returns a number that identifies the element. It is different for all elements of all surfaces, and the same on
     * every engine.
     */
    long place() {
        return place;
    }

    static int surface(long place) {
        return (int) (place >>> SURFACE_AT);
    }

    static int level(long place) {
        return (int) (place >>> LEVEL_AT) & 31;
    }

    /** Returns the place of the element above the one at {@code place}, whose level is not 0. */
    static long above(long place) {
        long path = place & (1L << LEVEL_AT) - 1;
        return place >>> SURFACE_AT << SURFACE_AT | (long) (level(place) - 1) << LEVEL_AT | path >>> 2;
    }

    /** Returns the element with the given {@link #place}, which is this element or one below it. */
    Element at(long wanted) {
        Element element = this;
        int depth = level(wanted);
        while (element.level < depth) {
            element = element.quarters()[(int) (wanted >>> (2 * (depth - element.level - 1))) & 3];
        }
        return element;
    }

    /** Returns the four quarters. They are created if they do not exist. Any thread may call it. */
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
     * Makes this place an element of its tree, with the given light. Until the pass ends, other engines still take it
     * for a place with the light of the element above it.
     */
    void becomeReal(float withRed, float withGreen, float withBlue, float withScale) {
        red = withRed;
        green = withGreen;
        blue = withBlue;
        scale = withScale;
        real = true;
    }

    /**
     * Returns this element if it belongs to the tree, or else the nearest one above it that does. The light of that
     * element is known.
     */
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

    /** Returns how much light the element sends out, per area, in the colour in which it sends out most. */
    double brightest() {
        return (double) Math.max(red, Math.max(green, blue)) / scale;
    }

    /** Publishes the light that this element, and all elements below it, have after a pass. */
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
