package org.moide.coordinator.reconfigure;

import org.moide.balance.strategy.Location;
import org.moide.commlib.registration.NodeReference;

/**
 * An engine of a run, with its place in the network.
 *
 * @param seat the engine's seat: the number in the run that it never loses
 * @param host the name of its host
 * @param node the network node through which other engines and the coordinator call the engine
 * @param threads the number of its compute threads
 * @param location its location in the topology
 */
public record EnginePlace(int seat, String host, NodeReference node, int threads, double power, Location location) {
    /** Returns the engine's number and host in words for the user. */
    public String name() {
        return "engine-" + seat + " on " + host;
    }
}
