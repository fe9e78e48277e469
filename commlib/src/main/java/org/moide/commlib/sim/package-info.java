/**
 * Seeded simulated time, where the same seed gives the same run (habits of Kafka's raft simulation and of TigerBeetle). Whole
 * clusters in it, with their network and its faults, are among the tests.
 */
@NullMarked
package org.moide.commlib.sim;

import org.jspecify.annotations.NullMarked;
