/**
 * Schedules of a hypothetical balancer that knows everything, for comparison with simulated strategies (TDC, §4.3). One
 * thread computes them from a workload, without balancers or messages.
 */
@NullMarked
package org.moide.balance.schedule;

import org.jspecify.annotations.NullMarked;
