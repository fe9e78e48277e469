package org.moide.bench.offence.circle;

/** One of four that only go round together. */
public final class Summer {
    /** The next. */
    public Autumn next() {
        return new Autumn();
    }
}
