package org.moide.coordinator.reconfigure;

import org.moide.balance.strategy.Location;
import org.moide.commlib.registration.NodeReference;

/**
 * An engine that can take part in an epoch.
 *
 * @param seat its number in the run, for ever
 * @param host its host's name
 * @param node where it is reached
 * @param threads its compute threads
 * @param power its computing power
 * @param location where it is, if that was said
 */
public record EnginePlace(int seat, String host, NodeReference node, int threads, double power, Location location) {
    /** For the user. */
    public String name() {
        return "engine-" + seat + " on " + host;
    }
}
