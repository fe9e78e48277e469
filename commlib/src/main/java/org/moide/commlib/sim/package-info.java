/**
 * Seeded simulated time and network: whole clusters in one JVM, with faults, where the same seed gives the same run
 * (the third path beside local and RMI; habits of Kafka's raft simulation and of TigerBeetle).
 */
@NullMarked
package org.moide.commlib.sim;

import org.jspecify.annotations.NullMarked;
