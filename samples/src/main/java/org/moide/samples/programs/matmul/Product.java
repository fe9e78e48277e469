package org.moide.samples.programs.matmul;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Finished rows of the product, in any order. Grows by {@link #add}; one thread at a time. */
public final class Product implements Serializable {
    private static final long serialVersionUID = 1L;

    private final ArrayList<Rows> rows = new ArrayList<>();
    private final ArrayList<Serializable> elements = new ArrayList<>(); // int[] or double[]
    private long nanos;
    private double squares;

    /**
     * Makes the product of some finished rows.
     *
     * @param elements row after row
     */
    static Product of(Rows rows, int[] elements) {
        return new Product().with(rows, elements);
    }

    /** Makes the product's rows of other numbers. */
    static Product of(Rows rows, double[] elements) {
        return of(rows, elements, 0);
    }

    /**
     * Makes the product's rows of other numbers, with the time that they took.
     *
     * @param nanos that multiplying took
     */
    static Product of(Rows rows, double[] elements, long nanos) {
        Product product = new Product().with(rows, elements);
        product.nanos = nanos;
        return product;
    }

    /**
     * Rows that stay where they were made, and were verified there.
     *
     * @param squares the sum of the squares of all elements
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

    /** The time for which threads have multiplied for these, all together, where that is counted. */
    long nanos() {
        return nanos;
    }

    /** The sum of squares, of rows that stay where they were made. */
    double squares() {
        return squares;
    }

    /** Whether the rows' elements are here. */
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
