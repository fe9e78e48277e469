/** Writes pictures, for the samples that make some, and reads them. */
@NullMarked
package org.moide.samples.picture;

import org.jspecify.annotations.NullMarked;
