/**
 * The workload of a real run, as a file that {@code moide simulate} and {@code moide advise} read: tasks or workers,
 * with their times and what they read. The records are immutable; {@code WorkloadFile} takes no more memory than its
 * text is worth.
 */
@NullMarked
package org.moide.coordinator.workload;

import org.jspecify.annotations.NullMarked;
