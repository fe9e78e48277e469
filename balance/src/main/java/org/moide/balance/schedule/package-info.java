/**
 * Schedules of a balancer that knows all, to compare simulated strategies with (TDC, §4.3). They are computed from a
 * workload, by one thread, without balancers or letters.
 */
@NullMarked
package org.moide.balance.schedule;

import org.jspecify.annotations.NullMarked;
