/**
 * Seeded simulated time, networks and clocks, where the same seed gives the same run (habits of Kafka's raft simulation and of
 * TigerBeetle). What goes wrong in them, and whole clusters, are among the tests.
 */
@NullMarked
package org.moide.commlib.sim;

import org.jspecify.annotations.NullMarked;
