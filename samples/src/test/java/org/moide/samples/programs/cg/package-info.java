/** Tests of the program cg. */
@NullMarked
package org.moide.samples.programs.cg;

import org.jspecify.annotations.NullMarked;
