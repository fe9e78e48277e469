/** Tests of places along a curve. */
@NullMarked
package org.moide.samples.programs.nbody.curve;

import org.jspecify.annotations.NullMarked;
