/** Tests of the warm-up of programs. */
@NullMarked
package org.moide.samples.programs.warm;

import org.jspecify.annotations.NullMarked;
