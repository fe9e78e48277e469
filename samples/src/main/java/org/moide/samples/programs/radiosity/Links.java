package org.moide.samples.programs.radiosity;

import java.util.Arrays;

/**
 * The interaction list of an element: the list of the elements from which it gathers light. The list is stored in
 * arrays, with 12 bytes for each link besides the references. Used by one thread at a time.
 */
final class Links {
    /** The value that says that the visible fraction of a source has not been determined yet. */
    static final float UNKNOWN = -1.0F;

    private static final Element[] NO_SOURCES = {};
    private static final double[] NO_EXCHANGES = {};
    private static final float[] NO_PARTS = {};

    private Element[] sources = NO_SOURCES;
    private double[] exchanges = NO_EXCHANGES;
    private float[] seen = NO_PARTS;
    private int count;
    private int unknown;

    int count() {
        return count;
    }

    /** Returns the number of links of which nothing but the source is known. */
    int unknown() {
        return unknown;
    }

    Element source(int link) {
        return sources[link];
    }

    /**
     * Returns a link's exchange: the area of the list's element times the fraction of the light arriving there that
     * comes from the link's source, if nothing is between them.
     */
    double exchange(int link) {
        return exchanges[link];
    }

    /** Returns which fraction of a link's source is visible, or {@link #UNKNOWN}. */
    float seen(int link) {
        return seen[link];
    }

    void add(Element source) {
        unknown++;
        add(source, 0.0, UNKNOWN);
    }

    void add(Element source, double exchange, float part) {
        if (count == sources.length) {
            resize(Math.max(8, 2 * count));
        }
        sources[count] = source;
        exchanges[count] = exchange;
        seen[count] = part;
        count++;
    }

    private void resize(int length) {
        sources = Arrays.copyOf(sources, length);
        exchanges = Arrays.copyOf(exchanges, length);
        seen = Arrays.copyOf(seen, length);
    }

    /** Returns the index of the last link, which {@link #removeLast} removes. */
    int last() {
        return count - 1;
    }

    void removeLast() {
        count--;
        if (seen[count] == UNKNOWN) {
            unknown--;
        }
    }

    void clear() {
        count = 0;
        unknown = 0;
    }

    /** Makes this list equal to another one, in arrays that are no longer than needed. */
    void become(Links other) {
        if (other.count == 0) {
            sources = NO_SOURCES;
            exchanges = NO_EXCHANGES;
            seen = NO_PARTS;
        } else {
            sources = Arrays.copyOf(other.sources, other.count);
            exchanges = Arrays.copyOf(other.exchanges, other.count);
            seen = Arrays.copyOf(other.seen, other.count);
        }
        count = other.count;
        unknown = other.unknown;
    }

    /**
     * Adds the light that arrives over all links: for each colour, form factor times visible fraction times the light
     * of the source.
     *
     * @param area the area of the element
     */
    void gather(double area, double[] into) {
        double red = 0.0;
        double green = 0.0;
        double blue = 0.0;
        double scale = 0.0;
        for (int link = 0; link < count; link++) {
            double weight = exchanges[link] * seen[link];
            if (weight > 0.0) {
                Element source = sources[link].known();
                red += weight * source.red;
                green += weight * source.green;
                blue += weight * source.blue;
                scale += weight * source.scale;
            }
        }
        into[0] += red / area;
        into[1] += green / area;
        into[2] += blue / area;
        into[3] += scale / area;
    }
}
