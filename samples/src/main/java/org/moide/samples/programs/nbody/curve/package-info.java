/** Places in space as numbers along a curve, their order, and where the curve is cut. */
@NullMarked
package org.moide.samples.programs.nbody.curve;

import org.jspecify.annotations.NullMarked;
