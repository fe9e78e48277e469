/** Tests of how the program cg makes its matrix. */
@NullMarked
package org.moide.samples.programs.cg.matrix;

import org.jspecify.annotations.NullMarked;
