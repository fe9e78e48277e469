package org.moide.coordinator.run.session;

import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Surroundings;
import org.moide.coordinator.run.spread.TreeShape;
import org.moide.engine.control.Timing;

/**
 * What a run uses of its environment, such as the network, the clock and threads.
 *
 * @param space the network: makes objects of this process callable from others, and calls those of others
 * @param around makes threads, tells the time and is told of faults. It is for the coordinator's own threads, which
 *     wait asleep and never in a busy loop
 * @param timing the times after which the coordinator considers engines and daemons slow or lost
 * @param tree the shape of the tree in which engines pass on a command that goes to all of them
 */
public record RunPorts(ObjectSpace space, Surroundings around, Timing timing, TreeShape tree) {
    /** Creates the ports with the default shape of the tree. */
    public RunPorts(ObjectSpace space, Surroundings around, Timing timing) {
        this(space, around, timing, TreeShape.USUAL);
    }
}
