package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An element, all elements below it and their interaction lists, in the form in which engines send them to each other:
 * a whole tree that moves between two passes, or the part of a tree that goes with a task. Immutable.
 */
final class Part implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Shine shine;
    /**
     * The interactions of each element in the last pass. The elements are in the order of a walk that visits an element
     * before its quarters.
     */
    private final int[] interactions;

    private final FlatLinks links = new FlatLinks();
    /** The light that arrives at the element above in this pass, if this is part of a task. */
    private final double[] above;

    /** Takes an element and all below it. */
    Part(Element top, boolean isTriangle) {
        shine = new Shine(top, isTriangle);
        interactions = new int[shine.elements()];
        take(top, 0);
        links.trim();
        above = top.parent == null ? new double[Element.BANDS] : top.parent.arriving.clone();
    }

    private int take(Element from, int element) {
        interactions[element] = from.interactions;
        links.add(from.links);
        int next = element + 1;
        if (from.isCut) {
            for (Element quarter : from.quarters()) {
                next = take(quarter, next);
            }
        }
        return next;
    }

    /** Restores the elements on an engine that knew at most their light. */
    void settle(Element top, Forest forest) {
        shine.tell(top);
        give(top, 0, links.reader(), forest);
        @Nullable Element parent = top.parent;
        if (parent != null) {
            System.arraycopy(above, 0, parent.arriving, 0, above.length);
        }
    }

    private int give(Element to, int element, FlatLinks.Reader lists, Forest forest) {
        to.interactions = interactions[element];
        lists.next(to.links, forest);
        int next = element + 1;
        if (to.isCut) {
            for (Element quarter : to.quarters()) {
                next = give(quarter, next, lists, forest);
            }
        }
        return next;
    }

    Shine shine() {
        return shine;
    }

    /** Frees the interaction lists of an element and of all below it, which another engine has now. */
    static void release(Element top) {
        top.links.become(new Links());
        if (top.isCut) {
            Arrays.stream(top.quarters()).forEach(Part::release);
        }
    }
}
