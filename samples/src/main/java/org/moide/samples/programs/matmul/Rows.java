package org.moide.samples.programs.matmul;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The rows {@code from} to {@code to} − 1 of the product: one task. A record, whose numbers travel without Java's
 * serialization.
 *
 * @param elements the same rows of the first matrix, row after row, not to be changed any more; null where every engine
 *     has them
 */
@SuppressWarnings("ArrayRecordComponent") // equal if they are the same places
public record Rows(int from, int to, double @Nullable [] elements) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Rows {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("expected 0 <= from < to, found from " + from + ", to " + to);
        }
    }

    /** Makes rows of matrices that every engine has. */
    static Rows of(int from, int to) {
        return new Rows(from, to, null);
    }

    /**
     * Makes rows of matrices of which every engine has the second.
     *
     * @param first the same rows of the first matrix, row after row; not to be changed any more
     */
    static Rows of(int from, int to, double[] first) {
        return new Rows(from, to, first);
    }

    int count() {
        return to - from;
    }

    /** The rows of the first matrix. */
    double[] first() {
        if (elements == null) {
            throw new IllegalStateException("expected rows of the first matrix with " + this + ", found none");
        }
        return elements;
    }

    /** Makes the same rows without those of the first matrix. */
    Rows places() {
        return of(from, to);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Rows that && from == that.from && to == that.to;
    }

    @Override
    public int hashCode() {
        return 31 * from + to;
    }

    @Override
    public String toString() {
        return "rows " + from + " to " + (to - 1);
    }
}
