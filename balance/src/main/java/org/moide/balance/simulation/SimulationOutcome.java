package org.moide.balance.simulation;

import java.util.List;
import org.moide.balance.data.DataTotals;

/**
 * How a simulated run went.
 *
 * @param strategy its name
 * @param members how many computed
 * @param threads compute threads of all together
 * @param tasks that were executed, each once
 * @param predictedNanos from the start until all results were home
 * @param efficiency total work / (sum of power × time): 1 if nobody ever waited
 * @param idleShare the share of the threads' time in which they ran no task
 * @param messages between members, the root included
 * @param bytes in them, about
 * @param farMessages those from one site to another, where members are told apart by sites
 * @param farBytes in these, about
 * @param transfers messages that brought tasks
 * @param movedTasks tasks in them and in returned loans, as often as they were sent
 * @param loans that were made
 * @param events that the simulation took
 * @param digest the same for the same plan, whatever the machine: a hash of every event and its time
 * @param busyShares the share of all power that computed, in {@link #POINTS} stretches from start to end
 * @param memberShares the share of its time in which each member's threads ran tasks, in the order of the members
 * @param data what the members' stores of data objects did, together
 */
public record SimulationOutcome(
        String strategy,
        int members,
        int threads,
        long tasks,
        long predictedNanos,
        double efficiency,
        double idleShare,
        long messages,
        long bytes,
        long farMessages,
        long farBytes,
        long transfers,
        long movedTasks,
        long loans,
        long events,
        long digest,
        List<Double> busyShares,
        List<Double> memberShares,
        DataTotals data)
        implements SimulatedOutcome {
    /** As many as a chart can show. */
    public static final int POINTS = 120;

    public SimulationOutcome {
        busyShares = List.copyOf(busyShares);
        memberShares = List.copyOf(memberShares);
    }
}
