/** Redraws figures of the papers from measurements of MOIDE; started by {@code bench/papers.sh}. */
@NullMarked
package org.moide.bench.papers;

import org.jspecify.annotations.NullMarked;
