/**
 * Workloads: the tasks of a bag, or of workers, with the times that they take and the data objects that they read, for
 * simulated members to compute. Immutable; recorded ones come from real runs, others are made from some numbers.
 */
@NullMarked
package org.moide.balance.workload;

import org.jspecify.annotations.NullMarked;
