package org.moide.balance.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.Strategy;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.SimulationException;

/**
 * A run of a bag of tasks in simulated time (SAMBA's purpose: to know before the run which strategy to choose). Balancers,
 * pools and strategies are those of production; threads, network and clock are simulated. Nothing is lost and nobody dies.
 * One use, one thread.
 */
public final class Simulation {
    /** Ten years: only a strategy that never ends takes longer. */
    private static final Duration LONGEST = Duration.ofDays(3_650);

    private final SimulationPlan plan;
    private final EventQueue queue;
    private final SimulatedNetwork network;
    private final SimulatedRoot root;
    private final List<SimulatedEngine> engines = new ArrayList<>();
    private final BusyTimeline timeline = new BusyTimeline();

    private Simulation(SimulationPlan plan) {
        this.plan = plan;
        this.queue = new EventQueue(plan.seed(), plan.mostEvents());
        this.network =
                new SimulatedNetwork(queue, plan.interconnect(), plan.workload().taskBytes());
        // Nobody dies here, so nobody need watch; that would take most of the time with thousands of members.
        BalancerLimits limits = limits(plan.workload().taskBytes()).withoutSilence();
        this.root = new SimulatedRoot(queue, strategy(Membership.ROOT), limits, this::send);
        for (Membership.Member member : plan.members().all()) {
            engines.add(new SimulatedEngine(
                    member, queue, plan.workload(), strategy(member.number()), limits, timeline, this::send));
        }
    }

    /** Simulated tasks are smaller than real ones, and so are the bundles that one message carries. */
    private static BalancerLimits limits(int taskBytes) {
        BalancerLimits real = BalancerLimits.DEFAULT;
        long bundleBytes = (long) real.bundleBytes() * TaskCodes.TASK_BYTES / taskBytes;
        return new BalancerLimits(
                real.repeatNanos(),
                real.longestRepeatNanos(),
                real.settleNanos(),
                real.patienceNanos(),
                real.silenceNanos(),
                real.latenessNanos(),
                (int) Math.max(TaskCodes.TASK_BYTES, Math.min(bundleBytes, Integer.MAX_VALUE)),
                real.bundleTasks(),
                real.resultBytes());
    }

    /**
     * Runs the plan to its end.
     *
     * @throws IllegalArgumentException if there is no such strategy, or a parameter of it is wrong
     * @throws SimulatedRunFailedException if the run does not come to its end, or its books do not balance
     */
    public static SimulationOutcome run(SimulationPlan plan) {
        return new Simulation(plan).run();
    }

    private SimulationOutcome run() {
        Workload workload = plan.workload();
        List<byte[]> tasks = new ArrayList<>(workload.rootTasks());
        for (int index = 0; index < workload.rootTasks(); index++) {
            tasks.add(TaskCodes.encode(workload.root(index)));
        }
        try {
            Membership told = plan.told();
            root.start(told, tasks);
            engines.forEach(engine -> engine.start(told));
            queue.runUntil(root::isFinished, LONGEST);
        } catch (SimulationException stuck) {
            throw new SimulatedRunFailedException(why(stuck), stuck);
        }
        if (!root.results().isAllOf(workload)) {
            throw new SimulatedRunFailedException("expected the result of " + workload.tasks()
                    + " tasks, each once, found that of " + root.results().tasks() + " or of others");
        }
        return outcome();
    }

    private String why(SimulationException stuck) {
        if (stuck.getCause() instanceof SimulatedRunFailedException failed) {
            return String.valueOf(failed.getMessage());
        }
        long done = engines.stream().mapToLong(SimulatedEngine::executedTasks).sum();
        return plan.strategy().name() + " did not end: after " + queue.happened() + " events and "
                + queue.nanoTime() / 1_000_000_000L + " s of simulated time " + done + " of "
                + plan.workload().tasks() + " tasks were done"
                + (stuck.getCause() == null ? "" : "; " + stuck.getCause());
    }

    private SimulationOutcome outcome() {
        Membership members = plan.members();
        long endNanos = root.finishedNanos();
        List<Double> memberShares = new ArrayList<>();
        double busyNanos = 0;
        int threads = 0;
        long loans = root.loans();
        for (int rank = 0; rank < members.size(); rank++) {
            SimulatedEngine engine = engines.get(rank);
            int own = members.at(rank).threads();
            memberShares.add(engine.busyNanos() / ((double) own * endNanos));
            busyNanos += engine.busyNanos();
            threads += own;
            loans += engine.loans();
        }
        double[] shares = timeline.shares(SimulationOutcome.POINTS, endNanos, members.power());
        return new SimulationOutcome(
                plan.strategy().name(),
                members.size(),
                threads,
                root.results().tasks(),
                endNanos,
                plan.workload().workNanos() / (members.power() * endNanos),
                Math.max(0, 1 - busyNanos / ((double) threads * endNanos)),
                network.messages(),
                network.bytes(),
                network.transfers(),
                network.movedTasks(),
                loans,
                queue.happened(),
                queue.digest(),
                Arrays.stream(shares).boxed().toList(),
                memberShares);
    }

    private Strategy strategy(int member) {
        return Strategies.make(plan.strategy(), member, queue.random("strategy of " + member), plan.application());
    }

    private void send(SimulatedNetwork.Port from, LoanOutput.Send send) {
        int to = send.toMember();
        SimulatedNetwork.Port receiver = to == Membership.ROOT
                ? root.port()
                : engines.get(plan.members().rankOf(to)).port();
        network.send(from, receiver, send.letter());
    }
}
