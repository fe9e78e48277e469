package org.moide.balance.simulation;

import java.util.List;
import org.moide.balance.data.DataTotals;

/**
 * The outcome of a simulated run.
 *
 * @param strategy its name
 * @param predictedNanos from the start until all results were home, or the last task of workers was handled
 * @param use how well the members were used
 * @param traffic what was sent between members, the root included
 * @param moved what balancing moved
 * @param trace the run's events
 */
public record SimulationOutcome(
        String strategy, long predictedNanos, Use use, Traffic traffic, Moved moved, Trace trace) {
    /** The most points: as many as a chart can show. */
    public static final int POINTS = 120;

    /** The number of members that computed. */
    public int members() {
        return use.memberShares().size();
    }

    /** The tasks that balancing moved, in a run of a bag. */
    public MovedTasks bag() {
        return (MovedTasks) moved;
    }

    /** The workers that balancing moved, in a run of workers. */
    public MovedWorkers workers() {
        return (MovedWorkers) moved;
    }

    /**
     * The use of the members.
     *
     * @param tasks that were executed, each once
     * @param efficiency total work / (sum of power × time): 1 if nobody ever waited
     * @param idleShare the share of the threads' time in which they ran no task
     * @param busyShares the share of all power that computed, in {@link #POINTS} stretches from start to end
     * @param memberShares the share of its time in which each member's threads ran tasks, in the order of the members
     */
    public record Use(
            long tasks, double efficiency, double idleShare, List<Double> busyShares, List<Double> memberShares) {
        public Use {
            busyShares = List.copyOf(busyShares);
            memberShares = List.copyOf(memberShares);
        }
    }

    /**
     * The traffic between members.
     *
     * @param messages all; one between members with workers brings all that lay there for its receiver
     * @param bytes in them, about
     * @param farMessages those from one site to another, where members are told apart by sites
     * @param farBytes in these, about
     */
    public record Traffic(long messages, long bytes, long farMessages, long farBytes) {}

    /**
     * The trace that tells whether two runs are the same.
     *
     * @param events that the simulation took
     * @param digest the same for the same plan, whatever the machine: a hash of every event and its time
     */
    public record Trace(long events, long digest) {}

    /** The things that balancing moved, of a bag or of workers. */
    public sealed interface Moved {}

    /**
     * The tasks that balancing moved.
     *
     * @param transfers messages that brought tasks
     * @param tasks in them and in returned loans, as often as they were sent
     * @param loans that were made
     * @param data what the members' stores of data objects did, together
     */
    public record MovedTasks(long transfers, long tasks, long loans, DataTotals data) implements Moved {}

    /**
     * The workers that balancing moved.
     *
     * @param moves of workers
     * @param bytes states, and tasks that moved with them
     * @param remoteTasks that were sent to another member
     * @param forwardedTasks how often a task came where its worker was not, and was sent on
     */
    public record MovedWorkers(long moves, long bytes, long remoteTasks, long forwardedTasks) implements Moved {}
}
