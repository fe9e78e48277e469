/** What a list of point masses does to bodies, in loops that compilers turn into vector instructions. */
@NullMarked
package org.moide.samples.programs.nbody.force;

import org.jspecify.annotations.NullMarked;
