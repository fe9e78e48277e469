package org.moide.balance.worker.simulation;

import java.util.List;
import org.moide.balance.simulation.SimulatedOutcome;

/**
 * How a simulated run of workers went; see {@link SimulatedOutcome} for what is not said here.
 *
 * @param threads compute threads of all together
 * @param tasks that were handled, each once
 * @param predictedNanos from the start until the last task was handled
 * @param messages between members; one brings all that lay there for its receiver
 * @param bytes in them, about
 * @param moves of workers
 * @param movedBytes states, and tasks that moved with them
 * @param remoteTasks that were sent to another member
 * @param forwardedTasks how often a task came where its worker was not, and was sent on
 */
public record WorkerSimulationOutcome(
        String strategy,
        int members,
        int threads,
        long tasks,
        long predictedNanos,
        double efficiency,
        double idleShare,
        long messages,
        long bytes,
        long moves,
        long movedBytes,
        long remoteTasks,
        long forwardedTasks,
        long events,
        long digest,
        List<Double> busyShares,
        List<Double> memberShares)
        implements SimulatedOutcome {
    public WorkerSimulationOutcome {
        busyShares = List.copyOf(busyShares);
        memberShares = List.copyOf(memberShares);
    }
}
