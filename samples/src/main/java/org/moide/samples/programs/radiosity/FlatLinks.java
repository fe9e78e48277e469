package org.moide.samples.programs.radiosity;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Interaction lists of elements in arrays, as engines send them to each other: sources by their places. Lists are read
 * in the order in which they were added. Used by one thread.
 */
final class FlatLinks implements Serializable {
    private static final long serialVersionUID = 1L;

    private int[] counts = {};
    private long[] sources = {};
    private double[] exchanges = {};
    private float[] seen = {};
    private int lists;
    private int count;

    /** Adds an element's list. */
    void add(Links links) {
        if (lists == counts.length) {
            counts = Arrays.copyOf(counts, Math.max(4, 2 * lists));
        }
        counts[lists++] = links.count();
        int needed = count + links.count();
        if (needed > sources.length) {
            int length = Math.max(needed, 2 * count);
            sources = Arrays.copyOf(sources, length);
            exchanges = Arrays.copyOf(exchanges, length);
            seen = Arrays.copyOf(seen, length);
        }
        for (int link = 0; link < links.count(); link++) {
            sources[count] = links.source(link).place();
            exchanges[count] = links.exchange(link);
            seen[count++] = links.seen(link);
        }
    }

    /** Ends the adding: the arrays become no longer than needed, because they will be sent. */
    void trim() {
        counts = Arrays.copyOf(counts, lists);
        sources = Arrays.copyOf(sources, count);
        exchanges = Arrays.copyOf(exchanges, count);
        seen = Arrays.copyOf(seen, count);
    }

    /** Returns a reader of all lists, from the first on. */
    Reader reader() {
        return new Reader();
    }

    final class Reader {
        private int list;
        private int link;

        /** Replaces an element's list by the next one. */
        void next(Links into, Forest forest) {
            Links links = new Links();
            int end = link + counts[list++];
            while (link < end) {
                long place = sources[link];
                links.add(forest.tree(Element.surface(place)).at(place), exchanges[link], seen[link]);
                link++;
            }
            into.become(links);
        }
    }
}
