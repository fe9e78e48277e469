/**
 * Seeded simulated time, networks and clocks, where the same seed gives the same run (habits of Kafka's raft simulation
 * and of TigerBeetle). What goes wrong in them, and whole clusters, are in {@code src/sim} and go into the test kit's
 * jar.
 *
 * <p>{@code EventQueue} owns the time, the chance and all that is to happen; events of one moment come in an order
 * drawn from the seed. Stepped cores need nothing else: a message is an event that calls its receiver. One thread at a
 * time lets events happen; where blocking code is simulated, the thread that holds the baton does.
 */
@NullMarked
package org.moide.commlib.sim;

import org.jspecify.annotations.NullMarked;
