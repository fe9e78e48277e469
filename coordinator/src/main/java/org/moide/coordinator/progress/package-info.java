/**
 * The progress of a run's work. {@code ProgressMeter} computes it once for all who show it; it guards its figures with
 * its own lock, and an update is cheap enough to be made after every task.
 */
@NullMarked
package org.moide.coordinator.progress;

import org.jspecify.annotations.NullMarked;
