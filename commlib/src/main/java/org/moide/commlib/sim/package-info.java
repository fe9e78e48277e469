/**
 * Seeded simulated time, networks and clocks, where the same seed gives the same run (as in Kafka's raft simulation and
 * in TigerBeetle). Faulty networks and whole clusters are in {@code src/sim} and go into the test kit's jar.
 *
 * <p>{@code EventQueue} owns the time, the random generators and all future events; events of the same time happen in
 * an order drawn from the seed. Components without threads need nothing else: a message is an event that calls its
 * receiver. One thread at a time runs events. If blocking code is simulated, this is the thread that holds the baton,
 * the right to run.
 */
@NullMarked
package org.moide.commlib.sim;

import org.jspecify.annotations.NullMarked;
