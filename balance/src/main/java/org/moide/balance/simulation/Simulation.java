package org.moide.balance.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.moide.balance.data.DataOutput;
import org.moide.balance.data.DataStore;
import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Ending;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.pool.PoolWithoutThreads;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.Strategy;
import org.moide.balance.workload.BagWorkload;
import org.moide.balance.workload.Workload;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.Lines;
import org.moide.commlib.sim.NodeClock;
import org.moide.commlib.sim.SimulationException;

/**
 * A run of a bag of tasks in simulated time (SAMBA's purpose: to know before the run which strategy to choose). Balancers,
 * pools and strategies are those of production; threads, network and clock are simulated. Nothing is lost and nobody dies.
 * One use, one thread.
 */
public final class Simulation {
    /** Ten years: only a strategy that never ends takes longer. */
    private static final Duration LONGEST = Duration.ofDays(3_650);

    private final BagWorkload workload;
    private final SimulationPlan plan;
    private final EventQueue queue;
    private final Post post;
    private final SiteWires far;
    private final SiteWires farBulk;
    private final SimulatedData data;
    private final SimulatedRoot root;
    private final List<SimulatedEngine> engines = new ArrayList<>();
    private final BusyTimeline timeline = new BusyTimeline();
    private final TaskSum results = new TaskSum();
    private long finishedNanos = -1;

    private Simulation(BagWorkload workload, long dataMemory, SimulationPlan plan) {
        this.workload = workload;
        this.plan = plan;
        this.queue = new EventQueue(plan.seed(), plan.mostEvents());
        Lines<Integer> wires = new Lines<>(queue, plan.interconnect().latency());
        long farNanos = plan.interconnect().farNanos();
        this.far = new SiteWires(wires, plan.members(), farNanos);
        this.farBulk = new SiteWires(wires.bulk(), plan.members(), farNanos);
        this.post = new Post(
                queue, far, farBulk, workload.taskBytes(), workload.data().atMembers(), this::deliver);
        this.data = new SimulatedData(workload.data(), post, queue);
        SimulatedWorld world =
                new SimulatedWorld(workload, new UsualPace(plan.interconnect()), TaskSum::new, new Outer());
        // Nobody dies here, so nobody need watch; that would take most of the time with thousands of members.
        BalancerLimits limits = limits(workload.taskBytes()).withoutSilence();
        // All clocks show the same: nothing is at stake, and times are read as they are.
        SimulatedProcess process = SimulatedProcess.healthy(new NodeClock(queue, 0));
        RootBalancer rootBalancer = RootBalancer.of(
                PoolWithoutThreads.create(),
                strategy(Membership.ROOT),
                Ending.WHEN_COMPLETE,
                limits,
                FailurePolicy.DEFAULT);
        this.root = new SimulatedRoot(process, rootBalancer, world);
        for (Membership.Member member : plan.members().all()) {
            DataStore store = workload.data().isNone() ? null : new DataStore(dataMemory);
            SimulatedEngine engine = new SimulatedEngine(
                    member, world, process, new SimulatedParts(member, strategy(member.number()), limits, store));
            engines.add(engine);
            data.add(member.number(), engine.stage(), plan.members());
        }
    }

    private record UsualPace(Interconnect interconnect) implements SimulatedPace {
        @Override
        public long handlingNanos() {
            return interconnect.handlingNanos();
        }
    }

    private final class Outer implements Outside {
        @Override
        public void send(int from, LoanOutput.Send send) {
            post.send(from, send, "letter");
        }

        @Override
        public void told(int member, LoanOutput output) {
            if (output instanceof LoanOutput.ResultAccepted accepted) {
                results.add(accepted.result());
            } else if (output instanceof LoanOutput.PoolFinished) {
                finishedNanos = queue.nanoTime();
            }
        }

        @Override
        public void data(int member, List<DataOutput> outputs) {
            data.perform(member, outputs);
        }

        @Override
        public void computed(double power, long nanos) {
            timeline.add(queue.nanoTime() - nanos, queue.nanoTime(), power);
        }
    }

    private void deliver(int to, Letter letter) {
        SimulatedMember member =
                to == Membership.ROOT ? root : engines.get(plan.members().rankOf(to));
        member.receive(letter);
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
                real.resultBytes(),
                real.roomBytes());
    }

    /**
     * Runs the tasks to their end.
     *
     * @param dataMemory how many bytes of data objects each member can have at once
     * @throws IllegalArgumentException if there is no such strategy, or a parameter of it is wrong
     * @throws SimulatedRunFailedException if the run does not come to its end, or its books do not balance
     */
    public static SimulationOutcome run(Workload workload, long dataMemory, SimulationPlan plan) {
        return new Simulation((BagWorkload) workload, dataMemory, plan).run();
    }

    private SimulationOutcome run() {
        List<byte[]> tasks = new ArrayList<>(workload.rootTasks());
        for (int index = 0; index < workload.rootTasks(); index++) {
            int task = workload.root(index);
            tasks.add(TaskHead.of(workload.taskClass(task), TaskCodes.encode(task)));
        }
        try {
            Membership told = plan.told();
            root.members(told);
            root.written(LongStream.range(0, workload.data().bytes().length).toArray());
            root.put(tasks);
            root.complete();
            for (SimulatedEngine engine : engines) {
                engine.members(told);
                engine.start();
            }
            queue.runUntil(() -> finishedNanos >= 0, LONGEST);
        } catch (SimulationException stuck) {
            throw new SimulatedRunFailedException(why(stuck), stuck);
        }
        if (!results.isAllOf(workload)) {
            throw new SimulatedRunFailedException("expected the result of " + workload.tasks()
                    + " tasks, each once, found that of " + results.tasks() + " or of others");
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
                + workload.tasks() + " tasks were done"
                + (stuck.getCause() == null ? "" : "; " + stuck.getCause());
    }

    private SimulationOutcome outcome() {
        Membership members = plan.members();
        long endNanos = finishedNanos;
        List<Double> memberShares = new ArrayList<>();
        double busyNanos = 0;
        int threads = 0;
        long loans = root.balancer().totals().loansMade();
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
                results.tasks(),
                endNanos,
                workload.workNanos() / (members.power() * endNanos),
                Math.max(0, 1 - busyNanos / ((double) threads * endNanos)),
                post.messages(),
                post.bytes(),
                far.messages() + farBulk.messages(),
                far.bytes() + farBulk.bytes(),
                post.transfers(),
                post.movedTasks(),
                loans,
                queue.happened(),
                queue.digest(),
                Arrays.stream(shares).boxed().toList(),
                memberShares,
                data.totals());
    }

    private Strategy strategy(int member) {
        return Strategies.make(plan.strategy(), member, queue.random("strategy of " + member), plan.application());
    }
}
