package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.Arrays;

/**
 * The elements that a task has processed on an engine which does not have their tree, as they are sent to the engine
 * that has it. Filled by one thread; then immutable.
 */
final class Harvest implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The number of values that describe a leaf: the light that leaves it, and what it has absorbed and sent. */
    private static final int VALUES = Element.BANDS + 2;

    private long[] places = new long[4];
    private int[] looks = new int[4];
    private boolean[] isCut = new boolean[4];
    private double[] leaves = new double[VALUES * 4];
    private final FlatLinks links = new FlatLinks();
    private int count;
    private int leafCount;

    /** Adds an element that was processed, after the element above it. Its interaction list is no longer needed here. */
    void add(Element element) {
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
            looks = Arrays.copyOf(looks, 2 * count);
            isCut = Arrays.copyOf(isCut, 2 * count);
        }
        places[count] = element.place();
        looks[count] = Math.toIntExact(element.looks);
        isCut[count++] = element.isCut;
        links.add(element.links);
        element.links.become(new Links());
        if (!element.isCut) {
            int at = VALUES * leafCount++;
            if (at == leaves.length) {
                leaves = Arrays.copyOf(leaves, 2 * at);
            }
            System.arraycopy(element.leaving, 0, leaves, at, Element.BANDS);
            leaves[at + Element.BANDS] = element.absorbed;
            leaves[at + Element.BANDS + 1] = element.sent;
        }
    }

    /** Ends the adding. */
    Harvest whole() {
        places = Arrays.copyOf(places, count);
        looks = Arrays.copyOf(looks, count);
        isCut = Arrays.copyOf(isCut, count);
        leaves = Arrays.copyOf(leaves, VALUES * leafCount);
        links.trim();
        return this;
    }

    /** Brings the elements up to date on the engine that has their tree. */
    void settle(Forest forest) {
        FlatLinks.Reader lists = links.reader();
        int leaf = 0;
        for (int at = 0; at < count; at++) {
            Element element = forest.tree(Element.surface(places[at])).at(places[at]);
            element.looks = looks[at];
            lists.next(element.links, forest);
            if (isCut[at]) {
                element.cut();
            } else {
                int from = VALUES * leaf++;
                System.arraycopy(leaves, from, element.leaving, 0, Element.BANDS);
                element.shone(leaves[from + Element.BANDS], leaves[from + Element.BANDS + 1]);
            }
            forest.done(element);
        }
    }
}
