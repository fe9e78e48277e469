/**
 * A recorded run once more, step by step, and the bundle for finding out what happened in it.
 */
@NullMarked
package org.moide.coordinator.run.replay;

import org.jspecify.annotations.NullMarked;
