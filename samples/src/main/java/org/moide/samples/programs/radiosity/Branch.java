package org.moide.samples.programs.radiosity;

import java.io.Serializable;

/**
 * An element and all elements below it, with their light and their interaction lists, in the form in which they go to
 * another engine or into a checkpoint: in arrays. The elements are in the order of a walk that visits an element before
 * its quarters.
 */
final class Branch implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Shine shine;
    /** The number of links of each element. */
    private final int[] counts;

    private final long[] sources;
    private final double[] exchanges;
    private final float[] seen;

    private Branch(Element top, Shine shine, boolean isTaken) {
        this.shine = shine;
        int links = links(top);
        counts = new int[shine.elements()];
        sources = new long[links];
        exchanges = new double[links];
        seen = new float[links];
        new Walk().copy(top, isTaken);
    }

    /** Takes a branch out of its tree. Its elements have no links after that. */
    static Branch takenFrom(Element top, Shine shine) {
        return new Branch(top, shine, true);
    }

    /** Copies a branch. Its tree stays as it is. */
    static Branch copyOf(Element top, Shine shine) {
        return new Branch(top, shine, false);
    }

    private static int links(Element element) {
        int links = element.links.count();
        if (element.isCut) {
            for (Element quarter : element.quarters()) {
                links += links(quarter);
            }
        }
        return links;
    }

    Shine shine() {
        return shine;
    }

    /** Makes the branch a part of a tree whose elements have the last pass's light of the branch. */
    void settle(Element top, Forest forest) {
        shine.tell(top);
        new Walk().give(top, forest);
    }

    /** Makes the branch a part of a tree whose elements have this pass's light of the branch. */
    void settleAfter(Element top, Forest forest) {
        shine.tellAfter(top);
        new Walk().give(top, forest);
    }

    private final class Walk {
        private int element;
        private int link;

        void copy(Element from, boolean isTaken) {
            Links links = from.links;
            counts[element++] = links.count();
            for (int i = 0; i < links.count(); i++) {
                sources[link] = links.source(i).place();
                exchanges[link] = links.exchange(i);
                seen[link++] = links.seen(i);
            }
            if (isTaken) {
                links.become(new Links());
            }
            if (from.isCut) {
                for (Element quarter : from.quarters()) {
                    copy(quarter, isTaken);
                }
            }
        }

        void give(Element to, Forest forest) {
            int count = counts[element++];
            Links links = new Links();
            for (int i = 0; i < count; i++) {
                Element source = forest.tree(Element.surface(sources[link])).at(sources[link]);
                if (seen[link] == Links.UNKNOWN) {
                    links.add(source);
                } else {
                    links.add(source, exchanges[link], seen[link]);
                }
                link++;
            }
            to.links.become(links);
            to.interactions = count;
            if (to.isCut) {
                for (Element quarter : to.quarters()) {
                    give(quarter, forest);
                    to.interactions += quarter.interactions;
                }
            }
        }
    }
}
