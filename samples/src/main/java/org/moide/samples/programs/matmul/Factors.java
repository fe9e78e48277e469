package org.moide.samples.programs.matmul;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The facts that every engine is told of both matrices.
 *
 * @param firstFile from which each engine reads the first; null if the coordinator sends what is needed
 * @param secondFile the same of the second, for the same engines
 */
record Factors(
        Shape first,
        Shape second,
        @Nullable KnownFile firstFile,
        @Nullable KnownFile secondFile) implements Serializable {
    private static final long serialVersionUID = 1L;
}
