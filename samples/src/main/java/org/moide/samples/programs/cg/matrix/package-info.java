/** The benchmark's matrix, made by all threads of an engine, and products with matrices that are stored by rows. */
@NullMarked
package org.moide.samples.programs.cg.matrix;

import org.jspecify.annotations.NullMarked;
