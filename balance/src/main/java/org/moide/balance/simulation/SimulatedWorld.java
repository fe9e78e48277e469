package org.moide.balance.simulation;

import java.util.List;
import org.moide.balance.data.DataOutput;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.workload.BagWorkload;

/**
 * A simulated member's view of its surroundings. The maker of a simulation implements it: with a workload, a transport
 * for letters, and a listener to the members.
 */
public interface SimulatedWorld {
    BagWorkload workload();

    /** Returns the times of steps other than tasks. */
    SimulatedPace pace();

    /** Makes an empty tally. */
    Tally newTally();

    /** Sends a letter of member {@code from}. */
    void send(int from, LoanOutput.Send send);

    /**
     * Takes instructions of a member that are not carried out inside it, such as an accepted result, the end of the
     * pool, or that it is drained.
     */
    void told(int member, LoanOutput output);

    /** Carries out the instructions of a member's store of data objects. */
    default void data(int member, List<DataOutput.OfDriver> outputs) {}

    /** Notes that a thread of this power has computed a task in this time. */
    default void computed(double power, long nanos) {}
}
