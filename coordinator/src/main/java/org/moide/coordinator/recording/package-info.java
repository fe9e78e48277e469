/** The flight recorder: all that went into a run's core, in its order, in bounded files that outlive the process. */
@NullMarked
package org.moide.coordinator.recording;

import org.jspecify.annotations.NullMarked;
