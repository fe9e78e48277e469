package org.moide.balance.simulation;

import java.util.List;
import org.moide.balance.data.DataOutput;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.workload.BagWorkload;

/**
 * The world around the simulated members of a bag, as they see it: the maker of a simulation plugs in what there is to
 * compute, what carries their letters and listens to them.
 */
public interface SimulatedWorld {
    /** The tasks that there are to compute. */
    BagWorkload workload();

    /** The pace of everything but tasks. */
    SimulatedPace pace();

    /** An empty one. */
    Tally newTally();

    /** A member writes to another. */
    void send(int from, LoanOutput.Send send);

    /**
     * Hears what a member says besides: a result that the root has accepted, the end of the pool, that it is drained.
     */
    void told(int member, LoanOutput output);

    /** A member's store of data objects wants something done. */
    default void data(int member, List<DataOutput.OfDriver> outputs) {}

    /** A thread of this power has just computed a task for so long. */
    default void computed(double power, long nanos) {}
}
