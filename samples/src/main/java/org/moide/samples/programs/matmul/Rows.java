package org.moide.samples.programs.matmul;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The rows {@code from} to {@code to} − 1 of the product, which are one task. This is a record, so that its numbers are
 * sent without Java's serialization.
 *
 * @param elements the same rows of the first matrix, row after row, which must not be changed afterwards; null if every
 *     engine has the first matrix
 */
@SuppressWarnings("ArrayRecordComponent") // equal if both rows are
public record Rows(int from, int to, double @Nullable [] elements) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Rows {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("expected 0 <= from < to, found from " + from + ", to " + to);
        }
    }

    /** Creates a task for matrices that every engine has. */
    static Rows of(int from, int to) {
        return new Rows(from, to, null);
    }

    /**
     * Creates a task for matrices of which every engine has only the second.
     *
     * @param first the same rows of the first matrix, row after row; must not be changed afterwards
     */
    static Rows of(int from, int to, double[] first) {
        return new Rows(from, to, first);
    }

    int count() {
        return to - from;
    }

    /** Returns the rows of the first matrix. */
    double[] first() {
        if (elements == null) {
            throw new IllegalStateException("expected rows of the first matrix with " + this + ", found none");
        }
        return elements;
    }

    /** Returns the same task without the rows of the first matrix. */
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
