/** The application inside {@code moide bench comm}: measures what CommLib's primitives take on the engines of a run. */
@NullMarked
package org.moide.samples.bench;

import org.jspecify.annotations.NullMarked;
