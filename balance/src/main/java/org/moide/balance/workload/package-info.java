/**
 * Workloads for simulations: the tasks of a bag or of workers, with their times and the data objects that they read.
 * Immutable. Recorded ones come from real runs, others from a few numbers.
 */
@NullMarked
package org.moide.balance.workload;

import org.jspecify.annotations.NullMarked;
