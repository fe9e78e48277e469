package org.moide.coordinator.reconfigure;

import org.moide.balance.strategy.Location;
import org.moide.commlib.registration.NodeReference;

/**
 * An engine that can take part in an epoch.
 *
 * @param seat its number in the run, which it keeps for ever
 * @param host its host's name
 * @param node the node under which it is reached
 * @param threads its compute threads
 * @param power its computing power
 * @param location its location, if that was given
 */
public record EnginePlace(int seat, String host, NodeReference node, int threads, double power, Location location) {
    /** Returns the engine's number and host, for the user. */
    public String name() {
        return "engine-" + seat + " on " + host;
    }
}
