package org.moide.samples.programs.genetic;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of one task or of several: the individuals that were created, with their fitness, and the number of
 * evaluations. Grows by {@link #add}; used by one thread at a time.
 */
public final class Litter implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Individuals of one generation with consecutive numbers. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Part(int generation, int first, double[][] genes, double[] fitness) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    private final ArrayList<Part> parts = new ArrayList<>();
    private long evaluations;

    static Litter of(Part part, long evaluations) {
        Litter litter = new Litter();
        litter.parts.add(part);
        litter.evaluations = evaluations;
        return litter;
    }

    Litter add(Litter other) {
        parts.addAll(other.parts);
        evaluations += other.evaluations;
        return this;
    }

    List<Part> parts() {
        return parts;
    }

    long evaluations() {
        return evaluations;
    }
}
