/**
 * Forces of lists of point masses and cells on bodies, computed in loops that compilers turn into vector instructions.
 * A list is filled once by a walk through the tree and used for a whole group of bodies; it is used by one thread.
 */
@NullMarked
package org.moide.samples.programs.nbody.force;

import org.jspecify.annotations.NullMarked;
