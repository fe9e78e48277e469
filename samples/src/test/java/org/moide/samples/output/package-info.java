/** Tests of the files that samples leave. */
@NullMarked
package org.moide.samples.output;

import org.jspecify.annotations.NullMarked;
