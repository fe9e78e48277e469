package org.moide.balance.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataIndex;
import org.moide.balance.data.DataOutput;
import org.moide.balance.data.DataStore;
import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.pool.DataStage;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PoolWithoutThreads;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.Strategy;
import org.moide.balance.workload.BagWorkload;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/** A simulated run of a bag of tasks: a root, and engines that lend tasks to each other. */
final class SimulatedBag extends Simulation {
    private final BagWorkload workload;
    private final Post post;
    private final SimulatedData data;
    private final SimulatedRoot root;
    private final List<SimulatedEngine> engines = new ArrayList<>();
    private final TaskSum results = new TaskSum();
    private boolean finished;

    SimulatedBag(BagWorkload workload, SimulationPlan plan) {
        super(workload, plan);
        this.workload = workload;
        this.post = new Post(
                queue, wires, bulkWires, workload.taskBytes(), workload.data().atMembers(), this::deliver);
        this.data = new SimulatedData(workload.data(), post, queue);
        World world = new World();
        // No member dies here, so nobody watches; with thousands of members watching would take most of the time.
        BalancerLimits limits = limits(workload.taskBytes()).withoutSilence();
        RootBalancer rootBalancer = RootBalancer.of(
                PoolWithoutThreads.create(),
                strategy(Membership.ROOT),
                PoolCompletion.WHEN_COMPLETE,
                limits,
                FailurePolicy.DEFAULT);
        this.root = new SimulatedRoot(process, rootBalancer, world);
        for (Membership.Member member : plan.platform().members().all()) {
            DataStore store = workload.data().isNone()
                    ? null
                    : new DataStore(plan.platform().dataMemory());
            SimulatedEngine engine = new SimulatedEngine(
                    member, world, process, new Parts(member, strategy(member.number()), limits, store));
            engines.add(engine);
            data.add(member.number(), engine.stage(), plan.platform().members());
        }
    }

    private Strategy strategy(int member) {
        return Strategies.make(plan.strategy(), member, queue.random("strategy of " + member), plan.application());
    }

    /** The parts of a simulated engine, of the classes used in production: pool, balancer and store of data objects. */
    private record Parts(
            Membership.Member member,
            Strategy strategy,
            BalancerLimits limits,
            @Nullable DataStore store) implements EngineParts {
        @Override
        public EnginePool pool(int threads, Signal work, Runnable whenDry, Ticker clock) {
            return new EnginePool(threads, work, whenDry, clock);
        }

        @Override
        public EngineBalancer balancer(EnginePool pool) {
            BalancerParts parts = new BalancerParts(FailurePolicy.DEFAULT, store == null ? DataIndex.NONE : store);
            return EngineBalancer.of(member.number(), member.incarnation(), pool, strategy, limits, parts);
        }

        @Override
        public @Nullable DataStage stage(EnginePool pool) {
            return store == null ? null : new DataStage(pool, store);
        }
    }

    private final class World implements SimulatedWorld {
        @Override
        public BagWorkload workload() {
            return workload;
        }

        @Override
        public SimulatedPace pace() {
            return pace;
        }

        @Override
        public Tally newTally() {
            return new TaskSum();
        }

        @Override
        public void send(int from, LoanOutput.Send send) {
            post.send(from, send, "letter");
        }

        @Override
        public void told(int member, LoanOutput output) {
            if (output instanceof LoanOutput.ResultAccepted accepted) {
                results.add(accepted.result());
            } else if (output instanceof LoanOutput.PoolFinished) {
                requireAllDone();
                finished = true;
            }
        }

        @Override
        public void data(int member, List<DataOutput.OfDriver> outputs) {
            data.perform(member, outputs);
        }

        @Override
        public void computed(double power, long nanos) {
            SimulatedBag.this.computed(power, nanos);
        }
    }

    private void deliver(int to, Letter letter) {
        LendingMember member = to == Membership.ROOT
                ? root
                : engines.get(plan.platform().members().rankOf(to));
        member.receive(letter);
    }

    private void requireAllDone() {
        if (!results.isAllOf(workload)) {
            throw new SimulatedRunFailedException("expected the result of " + workload.tasks()
                    + " tasks, each once, found that of " + results.tasks() + " or of others");
        }
    }

    /**
     * Returns limits that fit the size of simulated encoded tasks. These are smaller than the workload's tasks, so the
     * limit in bytes is reduced until a grant carries as many tasks as in a real run.
     */
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

    @Override
    void begin() {
        List<byte[]> tasks = new ArrayList<>(workload.rootTasks());
        for (int index = 0; index < workload.rootTasks(); index++) {
            int task = workload.root(index);
            tasks.add(TaskHead.of(workload.taskClass(task), TaskCodes.encode(task)));
        }
        Membership told = plan.platform().told();
        root.members(told);
        root.written(LongStream.range(0, workload.data().bytes().length).toArray());
        root.put(tasks);
        root.complete();
        for (SimulatedEngine engine : engines) {
            engine.members(told);
            engine.start();
        }
    }

    @Override
    boolean isOver() {
        return finished;
    }

    @Override
    long doneTasks() {
        return engines.stream().mapToLong(SimulatedEngine::executedTasks).sum();
    }

    @Override
    long busyNanos(int rank) {
        return engines.get(rank).busyNanos();
    }

    @Override
    long messages() {
        return post.messages();
    }

    @Override
    long bytes() {
        return post.bytes();
    }

    @Override
    SimulationOutcome.Moved moved() {
        long loans = root.balancer().totals().loansMade();
        for (SimulatedEngine engine : engines) {
            loans += engine.loans();
        }
        return new SimulationOutcome.MovedTasks(post.transfers(), post.movedTasks(), loans, data.totals());
    }
}
