/**
 * Space-filling curves through a cube: numbers for places along Morton's or Hilbert's curve, the sorting of these
 * numbers, and the division of the curve into a part for each engine. Several threads may sort runs of the same arrays;
 * the result is the same for any number of threads.
 */
@NullMarked
package org.moide.samples.programs.nbody.curve;

import org.jspecify.annotations.NullMarked;
