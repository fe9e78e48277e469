/** Workloads of real runs, as files. */
@NullMarked
package org.moide.coordinator.workload;

import org.jspecify.annotations.NullMarked;
