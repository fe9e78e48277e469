/**
 * Workloads for simulations: the tasks of a bag or of workers, with their times and the data objects that they read.
 * Immutable. Some workloads are records of real runs; others are made from a few numbers.
 */
@NullMarked
package org.moide.balance.workload;

import org.jspecify.annotations.NullMarked;
