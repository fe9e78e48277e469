/** Tests of the program uts. */
@NullMarked
package org.moide.samples.programs.uts;

import org.jspecify.annotations.NullMarked;
