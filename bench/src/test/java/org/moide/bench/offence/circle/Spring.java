package org.moide.bench.offence.circle;

/** One of four that only go round together. */
public final class Spring {
    /** The next. */
    public Summer next() {
        return new Summer();
    }
}
