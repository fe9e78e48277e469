/**
 * The progress of a run's work, reckoned once and shown in many ways. {@code ProgressMeter} owns the figures under its
 * own lock; telling it is cheap enough for every task.
 */
@NullMarked
package org.moide.coordinator.progress;

import org.jspecify.annotations.NullMarked;
