/** Which hosts compute, with how many threads, and what part of the work each takes (MOIDE, §3.1.1, host selection). */
@NullMarked
package org.moide.coordinator.selection;

import org.jspecify.annotations.NullMarked;
