package org.moide.samples.primers;

import java.io.Serializable;

/** The whole numbers from {@code from} to {@code to} − 1. */
public record Range(long from, long to) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Range {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("expected 0 <= from <= to, found from " + from + ", to " + to);
        }
    }
}
