package org.moide.samples.programs.matmul;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Complete rows of the product, in any order. Grows by {@link #add}; used by one thread at a time. */
public final class Product implements Serializable {
    private static final long serialVersionUID = 1L;

    private final ArrayList<Rows> rows = new ArrayList<>();
    private final ArrayList<Serializable> elements = new ArrayList<>(); // int[] or double[]
    private long nanos;
    private double squares;

    /**
     * Creates a product with some complete rows.
     *
     * @param elements the elements, row after row
     */
    static Product of(Rows rows, int[] elements) {
        return new Product().with(rows, elements);
    }

    /** Creates a product with some complete rows of doubles. */
    static Product of(Rows rows, double[] elements) {
        return of(rows, elements, 0);
    }

    /**
     * Creates a product with some complete rows of doubles, and the time that multiplying took.
     *
     * @param nanos the time that multiplying took
     */
    static Product of(Rows rows, double[] elements, long nanos) {
        Product product = new Product().with(rows, elements);
        product.nanos = nanos;
        return product;
    }

    /**
     * Creates a product whose rows' elements stay on the engine that made and verified them.
     *
     * @param squares the sum of the squares of all these elements
     */
    static Product verified(Rows rows, double squares, long nanos) {
        Product product = new Product();
        product.rows.add(rows.places());
        product.squares = squares;
        product.nanos = nanos;
        return product;
    }

    private Product with(Rows some, Serializable itsElements) {
        rows.add(some.places());
        elements.add(itsElements);
        return this;
    }

    Product add(Product other) {
        rows.addAll(other.rows);
        elements.addAll(other.elements);
        nanos += other.nanos;
        squares += other.squares;
        return this;
    }

    /**
     * Returns the time for which threads have multiplied for these rows, summed over threads; 0 if it was not measured.
     */
    long nanos() {
        return nanos;
    }

    /** Returns the sum of the squares of the elements, for rows whose elements stay on their engine. */
    double squares() {
        return squares;
    }

    /** Returns whether this object contains the rows' elements. */
    boolean hasElements() {
        return !elements.isEmpty();
    }

    List<Rows> rows() {
        return rows;
    }

    int[] integers(int index) {
        return (int[]) elements.get(index);
    }

    double[] numbers(int index) {
        return (double[]) elements.get(index);
    }
}
