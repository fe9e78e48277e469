package org.moide.samples.programs.radiosity;

import java.util.Arrays;

/**
 * An interaction list in arrays: from where an element gathers light. 12 bytes a link and what the references take. One
 * thread at a time.
 */
final class Links {
    /** The value in place of the part of a source that is seen, where nobody has looked yet. */
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

    /** The number of them that have only a source. */
    int unknown() {
        return unknown;
    }

    Element source(int link) {
        return sources[link];
    }

    /** The area of its element times what part of all light that arrives comes from there, if nothing is between. */
    double exchange(int link) {
        return exchanges[link];
    }

    /** The part of the source that is seen, or {@link #UNKNOWN}. */
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

    /** The last one, taken away by {@link #removeLast}. */
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

    /** Becomes the same as another, without room for more. */
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
     * Adds what arrives over all links: for each band, form factor times visible part times what the source sends.
     *
     * @param area of the element
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
