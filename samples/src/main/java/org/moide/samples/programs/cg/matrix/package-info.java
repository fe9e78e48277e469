/**
 * The benchmark's matrix, made by all threads of an engine, and products with matrices that are stored by rows. While
 * the matrix is made, each thread owns its own rows; after that, all threads only read. The matrix is exactly the same
 * for any number of threads.
 */
@NullMarked
package org.moide.samples.programs.cg.matrix;

import org.jspecify.annotations.NullMarked;
