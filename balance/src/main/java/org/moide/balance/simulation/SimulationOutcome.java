package org.moide.balance.simulation;

import java.util.List;
import org.moide.balance.data.DataTotals;

/**
 * The outcome of a simulated run.
 *
 * @param strategy the strategy's name
 * @param predictedNanos time from the start until all results were at the root, or until the last task of a worker was
 *     handled
 * @param use how well the members were used
 * @param traffic the messages between members, the root included
 * @param moved the tasks or workers that balancing moved
 * @param trace the number and digest of events
 */
public record SimulationOutcome(
        String strategy, long predictedNanos, Use use, Traffic traffic, Moved moved, Trace trace) {
    /** The number of points in {@link Use#busyShares}, as many as a chart can show. */
    public static final int POINTS = 120;

    /** Returns the number of computing members. */
    public int members() {
        return use.memberShares().size();
    }

    /** Returns the tasks that balancing moved; only for a run of a bag. */
    public MovedTasks bag() {
        return (MovedTasks) moved;
    }

    /** Returns the workers that balancing moved; only for a run of workers. */
    public MovedWorkers workers() {
        return (MovedWorkers) moved;
    }

    /**
     * The use that the run made of the members.
     *
     * @param tasks the executed tasks, each counted once
     * @param efficiency the total work divided by (the members' total power × the run's time); 1 if no thread ever
     *     waited
     * @param idleShare the share of the threads' time in which they ran no task
     * @param busyShares the share of the total power that was busy, in {@link #POINTS} equal intervals of the run
     * @param memberShares for each member the share of time in which its threads ran tasks
     */
    public record Use(
            long tasks, double efficiency, double idleShare, List<Double> busyShares, List<Double> memberShares) {
        public Use {
            busyShares = List.copyOf(busyShares);
            memberShares = List.copyOf(memberShares);
        }
    }

    /**
     * The messages between members.
     *
     * @param messages the number of messages; in a run of workers, everything that waits for a receiver is sent as one
     *     message
     * @param bytes their approximate size
     * @param farMessages the messages between two sites, if members have sites
     * @param farBytes their approximate size
     */
    public record Traffic(long messages, long bytes, long farMessages, long farBytes) {}

    /**
     * A fingerprint of the simulation's events, which is equal for two runs of the same plan on any machine.
     *
     * @param events the number of simulated events
     * @param digest a hash of every event and its time
     */
    public record Trace(long events, long digest) {}

    /** The counts of what balancing moved: tasks of a bag, or workers. */
    public sealed interface Moved {}

    /**
     * The tasks that balancing moved.
     *
     * @param transfers the number of messages that brought tasks
     * @param tasks the number of tasks in these messages and in returned loans; a task counts each time that it is sent
     * @param loans the number of loans
     * @param data the sum of the members' totals of data objects
     */
    public record MovedTasks(long transfers, long tasks, long loans, DataTotals data) implements Moved {}

    /**
     * The workers that balancing moved.
     *
     * @param moves the number of moves
     * @param bytes the total size of the moved states and tasks
     * @param remoteTasks the number of tasks sent to another member
     * @param forwardedTasks how often a task arrived at a member that its worker had left, and was sent on
     */
    public record MovedWorkers(long moves, long bytes, long remoteTasks, long forwardedTasks) implements Moved {}
}
