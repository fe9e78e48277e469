package org.moide.bench.offence.circle;

/** One of four that only go round together. */
public final class Autumn {
    /** The next. */
    public Winter next() {
        return new Winter();
    }
}
