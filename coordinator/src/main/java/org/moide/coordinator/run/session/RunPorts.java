package org.moide.coordinator.run.session;

import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Surroundings;
import org.moide.coordinator.run.spread.TreeShape;
import org.moide.engine.control.Timing;

/**
 * The ports of a run to the outside.
 *
 * @param around the surroundings of the coordinator's own threads, which have no processor to spin on
 * @param timing the times by which the coordinator judges engines and daemons
 * @param tree the tree in which engines ask each other for what all are told
 */
public record RunPorts(ObjectSpace space, Surroundings around, Timing timing, TreeShape tree) {
    /** Creates ports with the usual tree. */
    public RunPorts(ObjectSpace space, Surroundings around, Timing timing) {
        this(space, around, timing, TreeShape.USUAL);
    }
}
