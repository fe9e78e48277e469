/** A run from the plan to the exit code: what happens in between is in the packages below. */
@NullMarked
package org.moide.coordinator.run;

import org.jspecify.annotations.NullMarked;
