/** The common part of the tests of the samples. */
@NullMarked
package org.moide.samples;

import org.jspecify.annotations.NullMarked;
