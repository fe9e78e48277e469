package org.moide.coordinator.run.session;

import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Surroundings;
import org.moide.coordinator.run.spread.TreeShape;
import org.moide.engine.control.Timing;

/**
 * What a run uses of its environment, such as the network, the clock and threads.
 *
 * @param around threads, clock and fault handling for the coordinator's own threads, which must not spin
 * @param timing the times after which the coordinator considers engines and daemons slow or lost
 * @param tree the shape of the tree in which engines pass on a command that goes to all of them
 */
public record RunPorts(ObjectSpace space, Surroundings around, Timing timing, TreeShape tree) {
    /** Creates the ports with the default shape of the tree. */
    public RunPorts(ObjectSpace space, Surroundings around, Timing timing) {
        this(space, around, timing, TreeShape.USUAL);
    }
}
