/**
 * A whole cluster in simulated time: how a strategy would do on a workload, with the very balancers, pools, tables and
 * strategies that run in production. Threads, network and clock are simulated.
 *
 * <p>One {@code EventQueue} and one thread drive a {@code Simulation}; a member is stepped when something has happened
 * to it. Nothing is lost here and nobody dies: tests plug in what goes wrong. {@code moide simulate} and
 * {@code moide advise} run this.
 */
@NullMarked
package org.moide.balance.simulation;

import org.jspecify.annotations.NullMarked;
