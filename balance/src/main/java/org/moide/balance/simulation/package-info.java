/**
 * A whole cluster in simulated time, to compare strategies on a workload. Balancers, pools, tables and strategies are
 * those of production; threads, network and clock are simulated.
 *
 * <p>One {@code EventQueue} and one thread drive a {@code Simulation}; a member is stepped after an event. No message
 * is lost and no member dies; tests replace parts that fail. {@code moide simulate} and {@code moide advise} run this
 * package.
 */
@NullMarked
package org.moide.balance.simulation;

import org.jspecify.annotations.NullMarked;
