/** Tests of the files that samples write. */
@NullMarked
package org.moide.samples.output;

import org.jspecify.annotations.NullMarked;
