/**
 * The forces that lists of point masses and cells exert on bodies, computed in loops that compilers turn into vector
 * instructions. A walk through the tree fills a list once, and the list is used for a whole group of bodies. A list is
 * used by one thread.
 */
@NullMarked
package org.moide.samples.programs.nbody.force;

import org.jspecify.annotations.NullMarked;
