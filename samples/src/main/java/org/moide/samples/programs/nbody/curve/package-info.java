/**
 * Curves through a cube: places in space as numbers along Morton's or Hilbert's curve, sorted, and the places where the
 * curve is cut into a part for each engine. Several threads may sort runs of the same arrays; the result is the same
 * for any number of them.
 */
@NullMarked
package org.moide.samples.programs.nbody.curve;

import org.jspecify.annotations.NullMarked;
