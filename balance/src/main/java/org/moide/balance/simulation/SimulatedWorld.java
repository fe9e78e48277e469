package org.moide.balance.simulation;

import java.util.function.Supplier;
import org.moide.balance.workload.BagWorkload;

/**
 * What the members of one simulation have in common.
 *
 * @param workload what there is to compute
 * @param pace how long everything but tasks takes
 * @param tallies gives an empty one
 * @param outside what is round them
 */
public record SimulatedWorld(
        BagWorkload workload, SimulatedPace pace, Supplier<? extends Tally> tallies, Outside outside) {}
