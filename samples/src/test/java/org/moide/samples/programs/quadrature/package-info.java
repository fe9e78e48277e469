/** Tests of the program quadrature. */
@NullMarked
package org.moide.samples.programs.quadrature;

import org.jspecify.annotations.NullMarked;
