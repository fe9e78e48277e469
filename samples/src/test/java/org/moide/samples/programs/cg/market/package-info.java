/** Tests of the program cg. */
@NullMarked
package org.moide.samples.programs.cg.market;

import org.jspecify.annotations.NullMarked;
