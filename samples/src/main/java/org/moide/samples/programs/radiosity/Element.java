package org.moide.samples.programs.radiosity;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A part of a surface, down to which light is followed: a node of its quad-tree. A parallelogram's quarters are
 * parallelograms; of a triangle three quarters lie as it does, and the middle one is turned round.
 *
 * <p><b>Threads.</b> In a pass one thread has the element's task: it alone writes what the element gathers, its links
 * and {@code real} of its quarters. All threads read {@code red} to {@code scale}, which are written between passes,
 * and may ask for quarters. What has been pushed down and pulled up goes over with {@code open}.
 */
final class Element {
    /** No surface is cut more often: a place must fit into a long. */
    static final int MOST_LEVEL = 22;

    private static final int LEVEL_AT = 46;
    private static final int SURFACE_AT = 51;

    final @Nullable Element parent;
    final int surface;
    final int level;
    /**
     * The place where it begins, in parts of the surface's sides that are 2 to the power of {@code level} in number.
     */
    final int x;

    final int y;
    /** Whether its sides run against those of the surface. */
    final boolean isTurned;

    private final boolean isTriangle;
    /** The quarters that were taken to come here, two bits each; the surface and the level above them. */
    private final long place;

    private volatile Element @Nullable [] quarters;
    /** Whether its own tree has it: else it is only a place whose light is that of the element above. */
    private volatile boolean real;

    /** Whether light goes on to its quarters. */
    boolean isCut;

    /** The light of the element after the last pass: red, green and blue times the scale, and the scale. */
    float red;

    float green;
    float blue;
    float scale;

    /**
     * The light that arrives at it and at those above, in proportion to form factors; what leaves it after this pass.
     */
    final double[] arriving = new double[BANDS];

    final double[] leaving = new double[BANDS];
    /** Red, green, blue, scale. */
    static final int BANDS = 4;

    final Links links = new Links();
    /** The number of quarters that are not done in this pass. */
    final AtomicInteger open = new AtomicInteger();

    /** The light absorbed by itself and all below, after this pass. */
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

    /** A whole surface. */
    static Element whole(int surface, boolean isTriangle) {
        Element whole = new Element(null, surface, 0, 0, 0, isTriangle, false, (long) surface << SURFACE_AT);
        whole.scale = 1.0F;
        whole.real = true;
        return whole;
    }

    /** Different for all elements of all surfaces; the same on every engine. */
    long place() {
        return place;
    }

    static int surface(long place) {
        return (int) (place >>> SURFACE_AT);
    }

    /** The element below this one, or itself, that is a place. */
    Element at(long wanted) {
        Element element = this;
        int depth = (int) (wanted >>> LEVEL_AT) & 31;
        while (element.level < depth) {
            element = element.quarters()[(int) (wanted >>> (2 * (depth - element.level - 1))) & 3];
        }
        return element;
    }

    /** Its four quarters, made if they are not there. Any thread. */
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

    /** Cuts itself: from now on its quarters are elements of its tree. */
    void cut() {
        if (!isCut) {
            for (Element quarter : quarters()) {
                quarter.becomeReal(red, green, blue, scale);
            }
            isCut = true;
        }
    }

    /** Becomes an element of its tree, and shines so; what others know of it as a place is the same. */
    void becomeReal(float withRed, float withGreen, float withBlue, float withScale) {
        red = withRed;
        green = withGreen;
        blue = withBlue;
        scale = withScale;
        real = true;
    }

    /** This element, or the nearest above that its tree has: its light is known. */
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

    /** The light that it sends out of the brightest band, per area. */
    double brightest() {
        return (double) Math.max(red, Math.max(green, blue)) / scale;
    }

    /** Shows the others what a pass has come to. */
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
