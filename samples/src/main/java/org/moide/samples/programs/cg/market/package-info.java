/**
 * Files in the Matrix Market exchange format (NIST): matrices and vectors, read within bounds, and written. One thread
 * reads a file. The size line is compared with the file's length before anything is allocated.
 */
@NullMarked
package org.moide.samples.programs.cg.market;

import org.jspecify.annotations.NullMarked;
