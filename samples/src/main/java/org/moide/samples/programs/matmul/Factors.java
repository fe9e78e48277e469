package org.moide.samples.programs.matmul;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What every engine is told about the two matrices.
 *
 * @param firstFile the file from which each engine reads the first matrix; null if the coordinator sends what is needed
 * @param secondFile the file from which each engine reads the second matrix; null if {@code firstFile} is null
 */
record Factors(
        Shape first,
        Shape second,
        @Nullable KnownFile firstFile,
        @Nullable KnownFile secondFile) implements Serializable {
    private static final long serialVersionUID = 1L;
}
