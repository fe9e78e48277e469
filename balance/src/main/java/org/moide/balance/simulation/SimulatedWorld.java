package org.moide.balance.simulation;

import java.util.List;
import org.moide.balance.data.DataOutput;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.workload.BagWorkload;

/**
 * The surroundings of a simulated member. Each kind of simulation implements this interface. It has a workload, a
 * transport of letters (messages between members), and it is told what the members do.
 */
public interface SimulatedWorld {
    BagWorkload workload();

    /** Returns the times that a simulated engine's steps other than tasks take. */
    SimulatedPace pace();

    /** Makes an empty tally, the record of executed tasks. */
    Tally newTally();

    /** Sends a letter (a message between members) of member {@code from}. */
    void send(int from, LoanOutput.Send send);

    /**
     * Takes an instruction that a member's balancer gives and that concerns the run as a whole, such as the report of
     * an accepted result or of the end of the pool.
     */
    void told(int member, LoanOutput output);

    /** Carries out the instructions of a member's store of data objects. */
    default void data(int member, List<DataOutput.OfDriver> outputs) {}

    /**
     * Records that a thread of this power has computed a task.
     *
     * @param nanos the time that it took
     */
    default void computed(double power, long nanos) {}
}
