/**
 * The recorded workload of a real run, as a file that {@code moide simulate} and {@code moide advise} read. It contains
 * tasks or workers with their times and the data objects that they read. The records are immutable.
 */
@NullMarked
package org.moide.coordinator.workload;

import org.jspecify.annotations.NullMarked;
