/**
 * The benchmark's matrix, made by all threads of an engine, and products with matrices that are stored by rows. While
 * it is made each thread owns its own rows; then it is read by all. The bits are the same whoever made it.
 */
@NullMarked
package org.moide.samples.programs.cg.matrix;

import org.jspecify.annotations.NullMarked;
