/** Tests of the program tsp. */
@NullMarked
package org.moide.samples.programs.tsp;

import org.jspecify.annotations.NullMarked;
