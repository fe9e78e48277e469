package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.Arrays;

/** A tree together with its interaction lists, in the form in which it is sent to another engine: in arrays. */
final class MovedTree implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Shine shine;
    /**
     * Some counts for each element. The elements are in the order of a walk that visits an element before its quarters.
     */
    private final int[] counts;

    private final int[] interactions;
    private final long[] sources;
    private final double[] exchanges;
    private final float[] seen;

    MovedTree(Element whole, Shine shine) {
        this.shine = shine;
        counts = new int[shine.elements()];
        interactions = new int[shine.elements()];
        sources = new long[whole.interactions];
        exchanges = new double[whole.interactions];
        seen = new float[whole.interactions];
        new Walk().take(whole);
    }

    /** Restores the tree on the engine to which it has moved. Until now, that engine knew only the tree's light. */
    void settle(Element whole, Forest forest) {
        shine.tell(whole);
        new Walk().give(whole, forest);
    }

    private final class Walk {
        private int element;
        private int link;

        void take(Element from) {
            Links links = from.links;
            interactions[element] = from.interactions;
            counts[element++] = links.count();
            for (int i = 0; i < links.count(); i++) {
                sources[link] = links.source(i).place();
                exchanges[link] = links.exchange(i);
                seen[link++] = links.seen(i);
            }
            links.become(new Links());
            if (from.isCut) {
                Arrays.stream(from.quarters()).forEach(this::take);
            }
        }

        void give(Element to, Forest forest) {
            to.interactions = interactions[element];
            int count = counts[element++];
            Links links = new Links();
            for (int i = 0; i < count; i++) {
                long place = sources[link];
                links.add(forest.tree(Element.surface(place)).at(place), exchanges[link], seen[link]);
                link++;
            }
            to.links.become(links);
            if (to.isCut) {
                Arrays.stream(to.quarters()).forEach(quarter -> give(quarter, forest));
            }
        }
    }
}
