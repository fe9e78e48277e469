/** How far a run's work is: reckoned once, shown in many ways. */
@NullMarked
package org.moide.coordinator.progress;

import org.jspecify.annotations.NullMarked;
