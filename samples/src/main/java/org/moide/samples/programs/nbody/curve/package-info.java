/**
 * Space-filling curves through a cube: places as numbers along Morton's or Hilbert's curve, their sorting, and the
 * division of the curve into a part for each engine. Several threads may sort runs of the same arrays; the result is
 * the same for any number of threads.
 */
@NullMarked
package org.moide.samples.programs.nbody.curve;

import org.jspecify.annotations.NullMarked;
