/** Tests of what lists of masses do to bodies. */
@NullMarked
package org.moide.samples.programs.nbody.force;

import org.jspecify.annotations.NullMarked;
