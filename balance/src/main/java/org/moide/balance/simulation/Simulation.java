package org.moide.balance.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.moide.balance.strategy.Membership;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.WorkerWorkload;
import org.moide.balance.workload.Workload;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.Lines;
import org.moide.commlib.sim.NodeClock;
import org.moide.commlib.sim.SimulationException;

/**
 * A run in simulated time, of a bag of tasks or of workers. It shows before the real run which strategy is best, which
 * is the purpose of SAMBA.
 *
 * <p>Balancers, pools, worker tables and strategies are the classes used in production; threads, network and clock are
 * simulated. No message is lost and no member dies. Each object of this class is used for one run, by one thread.
 */
public abstract sealed class Simulation permits SimulatedBag, SimulatedWorkers {
    /** A limit of ten years, which only a strategy that never ends exceeds. */
    private static final Duration LONGEST = Duration.ofDays(3_650);

    final SimulationPlan plan;
    final EventQueue queue;
    final SimulatedPace pace;
    final SimulatedProcess process;
    final SiteWires wires;

    /** The network for long messages that may wait. They use the same lines as the messages of {@code wires}. */
    final SiteWires bulkWires;

    private final Workload workload;
    private final BusyTimeline timeline = new BusyTimeline();

    Simulation(Workload workload, SimulationPlan plan) {
        this.workload = workload;
        this.plan = plan;
        this.queue = new EventQueue(plan.seed(), plan.mostEvents());
        this.pace = new UsualPace(plan.platform().interconnect());
        // All clocks agree, since a simulation without faults gains nothing from skew, and times can be read as they
        // are.
        this.process = SimulatedProcess.healthy(new NodeClock(queue, 0));
        Lines<Integer> lines = new Lines<>(queue, plan.platform().interconnect().latency());
        long farNanos = plan.platform().interconnect().farNanos();
        this.wires = new SiteWires(lines, plan.platform().members(), farNanos);
        this.bulkWires = new SiteWires(lines.bulk(), plan.platform().members(), farNanos);
    }

    private record UsualPace(Interconnect interconnect) implements SimulatedPace {
        @Override
        public long handlingNanos() {
            return interconnect.handlingNanos();
        }
    }

    /**
     * Runs a workload to its end.
     *
     * @throws IllegalArgumentException if there is no such strategy for this kind of workload, or one of its parameters
     *     is wrong
     * @throws SimulatedRunFailedException if the run does not end, or its totals do not balance
     */
    public static SimulationOutcome run(Workload workload, SimulationPlan plan) {
        Simulation run = workload instanceof WorkerWorkload workers
                ? new SimulatedWorkers(workers, plan)
                : new SimulatedBag((BagWorkload) workload, plan);
        return run.run();
    }

    private SimulationOutcome run() {
        try {
            begin();
            queue.runUntil(this::isOver, LONGEST);
        } catch (SimulationException stuck) {
            throw new SimulatedRunFailedException(why(stuck), stuck);
        }
        return new SimulationOutcome(
                plan.strategy().name(),
                queue.nanoTime(),
                use(),
                traffic(),
                moved(),
                new SimulationOutcome.Trace(queue.happened(), queue.digest()));
    }

    private String why(SimulationException stuck) {
        if (stuck.getCause() instanceof SimulatedRunFailedException failed) {
            return String.valueOf(failed.getMessage());
        }
        return plan.strategy().name() + " did not end: after " + queue.happened() + " events and "
                + queue.nanoTime() / 1_000_000_000L + " s of simulated time " + doneTasks() + " of "
                + workload.tasks() + " tasks were done"
                + (stuck.getCause() == null ? "" : "; " + stuck.getCause());
    }

    /**
     * Records that a thread of this power has computed a task.
     *
     * @param nanos the time that it took, up to now
     */
    final void computed(double power, long nanos) {
        timeline.add(queue.nanoTime() - nanos, queue.nanoTime(), power);
    }

    private SimulationOutcome.Use use() {
        Membership members = plan.platform().members();
        long endNanos = queue.nanoTime();
        List<Double> memberShares = new ArrayList<>();
        double busyNanos = 0;
        int threads = 0;
        for (int rank = 0; rank < members.size(); rank++) {
            int own = members.at(rank).threads();
            memberShares.add(Math.min(1, busyNanos(rank) / ((double) own * endNanos)));
            busyNanos += busyNanos(rank);
            threads += own;
        }
        double[] shares = timeline.shares(SimulationOutcome.POINTS, endNanos, members.power());
        return new SimulationOutcome.Use(
                doneTasks(),
                workload.workNanos() / (members.power() * endNanos),
                Math.max(0, 1 - busyNanos / ((double) threads * endNanos)),
                Arrays.stream(shares).boxed().toList(),
                memberShares);
    }

    private SimulationOutcome.Traffic traffic() {
        return new SimulationOutcome.Traffic(
                messages(), bytes(), wires.messages() + bulkWires.messages(), wires.bytes() + bulkWires.bytes());
    }

    // --- what a kind of members does ------------------------------------------------------------------------------

    /** Starts the members. */
    abstract void begin();

    abstract boolean isOver();

    /** Returns the number of tasks done so far. */
    abstract long doneTasks();

    /** Returns the time that the threads of the member with this rank have spent in tasks. */
    abstract long busyNanos(int rank);

    /** Returns the number of messages sent so far between members. */
    abstract long messages();

    /** Returns the total size in bytes of the messages sent so far. */
    abstract long bytes();

    abstract SimulationOutcome.Moved moved();
}
