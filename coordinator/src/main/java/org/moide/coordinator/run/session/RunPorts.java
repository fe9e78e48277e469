package org.moide.coordinator.run.session;

import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Surroundings;
import org.moide.coordinator.run.spread.TreeShape;
import org.moide.engine.control.Timing;

/**
 * What a run needs from outside.
 *
 * @param around of the coordinator's own threads, which have no processor to spin on
 * @param timing by which the coordinator judges engines and daemons
 * @param tree in which engines ask each other for what all are told
 */
public record RunPorts(ObjectSpace space, Surroundings around, Timing timing, TreeShape tree) {
    /** With the usual tree. */
    public RunPorts(ObjectSpace space, Surroundings around, Timing timing) {
        this(space, around, timing, TreeShape.USUAL);
    }
}
