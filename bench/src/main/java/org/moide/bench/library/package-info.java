/** Measures the cost of runs from a Java program. */
@NullMarked
package org.moide.bench.library;

import org.jspecify.annotations.NullMarked;
