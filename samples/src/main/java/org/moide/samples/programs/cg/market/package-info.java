/**
 * Files in the Matrix Market exchange format (NIST): matrices and vectors, read within bounds, and written. A file
 * belongs to the thread that reads it; what its size line claims is compared with its length before anything is
 * allocated.
 */
@NullMarked
package org.moide.samples.programs.cg.market;

import org.jspecify.annotations.NullMarked;
