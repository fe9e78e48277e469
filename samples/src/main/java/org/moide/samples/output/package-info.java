/** Writes files, for the samples that leave some. */
@NullMarked
package org.moide.samples.output;

import org.jspecify.annotations.NullMarked;
