/**
 * Forces of lists of point masses and cells on bodies, in loops that compilers turn into vector instructions. A list is
 * filled once by a walk and used for a whole group of bodies; it belongs to one thread.
 */
@NullMarked
package org.moide.samples.programs.nbody.force;

import org.jspecify.annotations.NullMarked;
