/**
 * The stepped core of a run, and the recording of all that went into it.
 */
@NullMarked
package org.moide.coordinator.run.core;

import org.jspecify.annotations.NullMarked;
