package org.moide.bench.offence.circle;

/** One of four that only go round together. */
public final class Winter {
    /** The next. */
    public Spring next() {
        return new Spring();
    }
}
