/**
 * A whole cluster in simulated time, to compare strategies on a workload. Balancers, pools, worker tables and
 * strategies are the classes used in production; threads, network and clock are simulated.
 *
 * <p>One {@code EventQueue} and one thread drive a {@code Simulation}; a member acts after an event. No message is lost
 * and no member dies; tests replace some parts by ones that fail. {@code moide simulate} and {@code moide advise} run
 * this package.
 */
@NullMarked
package org.moide.balance.simulation;

import org.jspecify.annotations.NullMarked;
