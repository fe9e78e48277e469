/** Writes pictures, for the samples that make some. */
@NullMarked
package org.moide.samples.picture;

import org.jspecify.annotations.NullMarked;
