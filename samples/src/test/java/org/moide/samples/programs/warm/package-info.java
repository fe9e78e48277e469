/** Tests of warming up. */
@NullMarked
package org.moide.samples.programs.warm;

import org.jspecify.annotations.NullMarked;
