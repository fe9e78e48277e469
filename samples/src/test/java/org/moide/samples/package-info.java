/** What the tests of the samples have in common. */
@NullMarked
package org.moide.samples;

import org.jspecify.annotations.NullMarked;
