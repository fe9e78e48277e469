/** Tests of the forces that lists of masses exert on bodies. */
@NullMarked
package org.moide.samples.programs.nbody.force;

import org.jspecify.annotations.NullMarked;
