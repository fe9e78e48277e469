/** Tests of the program nbody. */
@NullMarked
package org.moide.samples.programs.nbody;

import org.jspecify.annotations.NullMarked;
