package org.moide.balance.loan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.simulation.Post;
import org.moide.balance.simulation.SimulatedEngine;
import org.moide.balance.simulation.Tally;
import org.moide.balance.simulation.TaskThread;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.sim.EventQueue;

/**
 * A simulated run of SPMD threads that put tasks, take tasks until there are none left, and begin again. Nothing else
 * synchronizes the threads. The network loses, duplicates and delays messages, and engines pause. No engine dies, since
 * a death would return the whole computation to its last safe point.
 */
public final class RoundsSimulation {
    private static final long EVENT_LIMIT = 3_000_000;

    private final EventQueue queue;
    private final RandomGenerator random;
    private final SimulatedTree tree;
    private final LetterWires wires;
    private final Post post;
    private final RootUnderTest root;
    private final StrategySpec spec;
    private final List<RoundsEngine> engines = new ArrayList<>();
    private final int rounds;
    private final int[] roundOf;
    private final int[] timesExecuted;
    private int threads;
    private int threadsGone;
    private long roundsFinished;

    public RoundsSimulation(long seed, Cores cores) {
        this(
                seed,
                cores,
                random -> StrategySpec.of(List.of("guided", "demand", "static", "stealing", "stealing")
                        .get(random.nextInt(5))));
    }

    public RoundsSimulation(long seed, Cores cores, Function<RandomGenerator, StrategySpec> strategies) {
        queue = new EventQueue(seed, EVENT_LIMIT);
        random = queue.random("cluster");
        tree = new SimulatedTree(queue.random("tree"));
        wires = LetterWires.drawn(queue);
        post = new Post(queue, wires, tree.workload().taskBytes(), this::deliver);
        rounds = 1 + random.nextInt(4);
        roundOf = new int[tree.size()];
        timesExecuted = new int[tree.size()];
        spec = strategies.apply(random);
        long repeatNanos = random.nextLong(1_000_000, 20_000_000);
        // Work of SPMD threads cannot be undone, so silence costs no borrower its loans.
        BalancerLimits limits = new BalancerLimits(
                repeatNanos,
                8 * repeatNanos,
                10_000_000_000L,
                random.nextLong(1, 20_000_000),
                Long.MAX_VALUE,
                2_000_000_000L,
                1 << 20,
                random.nextInt(1, 200),
                16 << 20,
                BalancerLimits.DEFAULT.roomBytes());
        TroubledEngine.Setting setting = new TroubledEngine.Setting(queue, tree, cores, limits, new EngineCluster());
        root = new RootUnderTest(
                Strategies.make(spec, Membership.ROOT, queue.random("root"), null),
                PoolCompletion.WHEN_ALL_WAIT,
                setting,
                new RootCluster());
        int members = 1 + random.nextInt(4);
        for (int number = 0; number < members; number++) {
            int threadCount = 1 + random.nextInt(3);
            engines.add(new RoundsEngine(new Membership.Member(number, 1, threadCount, threadCount), setting));
            threads += threadCount;
        }
        for (int node = 0; node < tree.size(); node++) {
            if (node < tree.roots()) {
                roundOf[node] = random.nextInt(rounds);
                RoundsEngine engine = engines.get(random.nextInt(members));
                engine.share(node);
            }
            for (int child : tree.children(node)) {
                roundOf[child] = roundOf[node];
            }
        }
    }

    public RoundsSimulation run() {
        for (RoundsEngine engine : engines) {
            root.join(engine.member);
            engine.start();
            if (random.nextInt(3) == 0) {
                queue.after(random.nextLong(1, 50_000_000), "pause", engine::pause);
                queue.after(random.nextLong(50_000_000, 100_000_000), "resume", engine::resume);
            }
        }
        queue.after(100_000_000, "heal", () -> {
            wires.heal();
            engines.forEach(TroubledEngine::resume);
        });
        queue.runUntil(
                () -> threadsGone == threads, Duration.ofNanos(30_000_000_000L + rounds * 3L * tree.serialNanos()));
        for (int node = 0; node < tree.size(); node++) {
            if (timesExecuted[node] != 1) {
                throw queue.failure("expected task " + node + " executed once, found " + timesExecuted[node], null);
            }
        }
        if (roundsFinished != rounds) {
            throw queue.failure("expected " + rounds + " rounds, found " + roundsFinished, null);
        }
        return this;
    }

    public long digest() {
        return queue.digest();
    }

    private void carry(int from, LoanOutput.Send send) {
        post.send(from, send, send.letter().message().getClass().getSimpleName());
    }

    private void deliver(int to, Letter letter) {
        if (to == Membership.ROOT) {
            root.receive(letter);
        } else {
            engines.get(to).receive(letter);
        }
    }

    private final class RootCluster implements RootUnderTest.Cluster {
        @Override
        public void send(int from, LoanOutput.Send send) {
            carry(from, send);
        }

        @Override
        public void members(Membership members) {
            for (TroubledEngine engine : engines) {
                queue.after(random.nextLong(1, 5_000_000), "members", () -> engine.members(root.members()));
            }
        }

        @Override
        public void output(LoanOutput output) {
            if (output instanceof PoolFinished finished) {
                roundsFinished = finished.round();
            }
        }
    }

    private final class EngineCluster implements TroubledEngine.Cluster {
        @Override
        public void send(int from, LoanOutput.Send send) {
            carry(from, send);
        }

        @Override
        public void drained(TroubledEngine engine) {
            throw new AssertionError("nobody drains here");
        }
    }

    private final class RoundsEngine extends TroubledEngine {
        final Membership.Member member;
        private final List<List<Integer>> shares = new ArrayList<>(); // the tasks that each thread will put

        RoundsEngine(Membership.Member member, Setting setting) {
            super(
                    member,
                    Strategies.make(spec, member.number(), queue.random("strategy " + member.number()), null),
                    setting);
            this.member = member;
            for (int thread = 0; thread < member.threads(); thread++) {
                shares.add(new ArrayList<>());
            }
        }

        void share(int root) {
            shares.get(random.nextInt(shares.size())).add(root);
        }

        @Override
        TaskThread newThread(SimulatedEngine of, int index) {
            return new RoundsThread(of, index);
        }

        /**
         * Makes an empty record of executed tasks. It stays empty, since the threads themselves keep the results of
         * their tasks.
         */
        @Override
        Tally tally() {
            return new NoTally();
        }

        /**
         * A simulated compute thread that puts its tasks of a round, takes tasks until the round ends, and begins the
         * next.
         */
        private final class RoundsThread extends TaskThread {
            private int round;
            private boolean hasPut;

            RoundsThread(SimulatedEngine of, int index) {
                super(of, index);
            }

            @Override
            protected void step() {
                if (hasPut) {
                    super.step();
                    return;
                }
                hasPut = true;
                List<byte[]> tasks = shares.get(index()).stream()
                        .filter(root -> roundOf[root] == round)
                        .map(SimulatedTree::encode)
                        .toList();
                if (tasks.isEmpty()) {
                    later(random.nextInt(1, 1_000_000), "put nothing", this::step);
                    return;
                }
                // The control thread puts them; a thread announces its puts before it waits.
                hear("put", () -> {
                    control(now -> balancer.put(tasks, now));
                    later(random.nextInt(1, 1_000_000), "has put", this::step);
                });
            }

            @Override
            protected void executed(PooledTask pooled, int node) {
                if (roundOf[node] != round) {
                    throw new AssertionError("thread " + index() + " of engine " + number + " in round " + round
                            + " was given task " + node + " of round " + roundOf[node]);
                }
                timesExecuted[node]++;
                later(random.nextInt(1, 1_000), "counted", () -> super.executed(pooled, node));
            }

            @Override
            protected void roundEnded() {
                for (int node = 0; node < tree.size(); node++) {
                    if (roundOf[node] == round && timesExecuted[node] != 1) {
                        throw new AssertionError("round " + round + " ended for engine " + number + ": expected task "
                                + node + " executed once, found " + timesExecuted[node]);
                    }
                }
                round++;
                hasPut = false;
                if (round < rounds) {
                    later(random.nextInt(1, 2_000_000), "again", this::step);
                } else {
                    pool.leave(index());
                    threadsGone++;
                }
            }
        }
    }

    /** A record of executed tasks that records nothing. */
    private static final class NoTally implements Tally {
        @Override
        public void add(int task) {
            // Its tally stays in the thread.
        }

        @Override
        public void add(byte[] encoded) {
            throw new AssertionError(
                    "expected no results, since every tally is empty, found " + encoded.length + " bytes");
        }

        @Override
        public boolean isEmpty() {
            return true;
        }

        @Override
        public byte[] encoded() {
            return new byte[0];
        }
    }
}
