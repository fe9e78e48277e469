/** Tests of the program alignments. */
@NullMarked
package org.moide.samples.programs.alignments;

import org.jspecify.annotations.NullMarked;
