/** Figures of the papers, drawn again from what runs here measured; started by {@code bench/papers.sh}. */
@NullMarked
package org.moide.bench.papers;

import org.jspecify.annotations.NullMarked;
