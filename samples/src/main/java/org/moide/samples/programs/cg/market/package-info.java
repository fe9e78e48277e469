/** Files in the Matrix Market exchange format (NIST): matrices and vectors, read within bounds, and written. */
@NullMarked
package org.moide.samples.programs.cg.market;

import org.jspecify.annotations.NullMarked;
