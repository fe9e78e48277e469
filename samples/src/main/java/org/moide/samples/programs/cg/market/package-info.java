/**
 * Files in the Matrix Market exchange format (NIST): matrices and vectors are read, with limits on their sizes, and
 * written. One thread reads a file. The size line is compared with the file's length before memory is allocated.
 */
@NullMarked
package org.moide.samples.programs.cg.market;

import org.jspecify.annotations.NullMarked;
