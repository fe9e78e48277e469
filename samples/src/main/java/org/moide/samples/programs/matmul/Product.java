package org.moide.samples.programs.matmul;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Finished rows of the product, in any order. Grows by {@link #add}; one thread at a time. */
public final class Product implements Serializable {
    private static final long serialVersionUID = 1L;

    private final ArrayList<Rows> rows = new ArrayList<>();
    private final ArrayList<int[]> elements = new ArrayList<>();

    /**
     * Some finished rows.
     *
     * @param elements row after row
     */
    static Product of(Rows rows, int[] elements) {
        Product product = new Product();
        product.rows.add(rows);
        product.elements.add(elements);
        return product;
    }

    Product add(Product other) {
        rows.addAll(other.rows);
        elements.addAll(other.elements);
        return this;
    }

    List<Rows> rows() {
        return rows;
    }

    int[] elements(int index) {
        return elements.get(index);
    }
}
