/** Tests of the matrix of the program cg. */
@NullMarked
package org.moide.samples.programs.cg.matrix;

import org.jspecify.annotations.NullMarked;
