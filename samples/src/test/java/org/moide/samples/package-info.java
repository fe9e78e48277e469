/** Helpers that run samples in tests, and tests of all samples. */
@NullMarked
package org.moide.samples;

import org.jspecify.annotations.NullMarked;
