/** The first step: every compute thread says who it is. */
@NullMarked
package org.moide.samples.hello;

import org.jspecify.annotations.NullMarked;
