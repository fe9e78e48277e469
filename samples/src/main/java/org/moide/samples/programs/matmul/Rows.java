package org.moide.samples.programs.matmul;

import java.io.Serializable;

/** The rows {@code from} to {@code to} − 1 of the product: one task. */
public record Rows(int from, int to) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Rows {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("expected 0 <= from < to, found from " + from + ", to " + to);
        }
    }
}
