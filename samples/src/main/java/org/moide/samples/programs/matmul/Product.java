package org.moide.samples.programs.matmul;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Finished rows of the product, in any order. Grows by {@link #add}; one thread at a time. */
public final class Product implements Serializable {
    private static final long serialVersionUID = 1L;

    private final ArrayList<Rows> rows = new ArrayList<>();
    private final ArrayList<Serializable> elements = new ArrayList<>(); // int[] or double[]

    /**
     * Some finished rows.
     *
     * @param elements row after row
     */
    static Product of(Rows rows, int[] elements) {
        return new Product().with(rows, elements);
    }

    /** The same of other numbers. */
    static Product of(Rows rows, double[] elements) {
        return new Product().with(rows, elements);
    }

    private Product with(Rows some, Serializable itsElements) {
        rows.add(some.places());
        elements.add(itsElements);
        return this;
    }

    Product add(Product other) {
        rows.addAll(other.rows);
        elements.addAll(other.elements);
        return this;
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
