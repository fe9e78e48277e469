package org.moide.balance.loan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.sim.EventQueue;

/**
 * SPMD threads in simulated time that put tasks, take tasks until there are none, and begin again, with nothing else between
 * them to keep them in step. Messages are lost, doubled, late; engines are paused; none dies, since that would take the
 * whole computation back to its last safe point.
 */
final class RoundsSimulation {
    private static final long EVENT_LIMIT = 3_000_000;

    private final EventQueue queue;
    private final RandomGenerator random;
    private final SimulatedTree tree;
    private final SimulatedNetwork network;
    private final SimulatedRoot root;
    private final StrategySpec spec;
    private final List<RoundsEngine> engines = new ArrayList<>();
    private final int rounds;
    private final int[] roundOf;
    private final int[] timesExecuted;
    private int threads;
    private int threadsGone;
    private long roundsFinished;

    RoundsSimulation(long seed, Cores cores) {
        this(
                seed,
                cores,
                random -> StrategySpec.of(List.of("guided", "demand", "static", "stealing", "stealing")
                        .get(random.nextInt(5))));
    }

    RoundsSimulation(long seed, Cores cores, Function<RandomGenerator, StrategySpec> strategies) {
        queue = new EventQueue(seed, EVENT_LIMIT);
        random = queue.random("cluster");
        tree = new SimulatedTree(queue.random("tree"));
        network = new SimulatedNetwork(queue);
        rounds = 1 + random.nextInt(4);
        roundOf = new int[tree.size()];
        timesExecuted = new int[tree.size()];
        spec = strategies.apply(random);
        long repeatNanos = random.nextLong(1_000_000, 20_000_000);
        // Nothing that an SPMD thread has done can be taken back: silence costs nobody its loans.
        BalancerLimits limits = new BalancerLimits(
                repeatNanos,
                8 * repeatNanos,
                10_000_000_000L,
                random.nextLong(1, 20_000_000),
                Long.MAX_VALUE,
                2_000_000_000L,
                1 << 20,
                random.nextInt(1, 200),
                16 << 20);
        root = new SimulatedRoot(
                queue,
                cores,
                Strategies.make(spec, Membership.ROOT, queue.random("root"), null),
                Ending.WHEN_ALL_WAIT,
                limits,
                new RootOutside());
        int members = 1 + random.nextInt(4);
        for (int number = 0; number < members; number++) {
            int threadCount = 1 + random.nextInt(3);
            engines.add(new RoundsEngine(number, threadCount, cores, limits));
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

    RoundsSimulation run() {
        for (RoundsEngine engine : engines) {
            root.join(new Membership.Member(engine.number, 1, 1, engine.pool.threads()));
            engine.start();
            if (random.nextInt(3) == 0) {
                queue.after(random.nextLong(1, 50_000_000), "pause", engine::pause);
                queue.after(random.nextLong(50_000_000, 100_000_000), "resume", engine::resume);
            }
        }
        queue.after(100_000_000, "heal", () -> {
            network.heal();
            engines.forEach(SimulatedEngine::resume);
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

    long digest() {
        return queue.digest();
    }

    private void carry(int from, int to, Letter letter) {
        network.send(from, to, letter.message().getClass().getSimpleName(), () -> {
            if (to == Membership.ROOT) {
                root.receive(letter);
            } else {
                engines.get(to).receive(letter);
            }
        });
    }

    private final class RootOutside implements SimulatedRoot.Outside {
        @Override
        public void send(int from, int to, Letter letter) {
            carry(from, to, letter);
        }

        @Override
        public void members(Membership members) {
            for (SimulatedEngine engine : engines) {
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

    private final class Network implements SimulatedEngine.Outside {
        @Override
        public void send(int from, int to, Letter letter) {
            carry(from, to, letter);
        }

        @Override
        public void drained(SimulatedEngine engine) {
            throw new AssertionError("nobody drains here");
        }
    }

    private final class RoundsEngine extends SimulatedEngine {
        private final List<List<Integer>> shares = new ArrayList<>(); // by thread: the tasks it will put

        RoundsEngine(int number, int threadCount, Cores cores, BalancerLimits limits) {
            super(
                    number,
                    1,
                    threadCount,
                    queue,
                    tree,
                    cores,
                    Strategies.make(spec, number, queue.random("strategy " + number), null),
                    limits,
                    new Network());
            for (int thread = 0; thread < threadCount; thread++) {
                shares.add(new ArrayList<>());
            }
        }

        void share(int root) {
            shares.get(random.nextInt(shares.size())).add(root);
        }

        @Override
        SimulatedThread newThread(int index) {
            return new RoundsThread(index);
        }

        /** Puts its tasks of the round, takes tasks until told that the round has ended, and so on. */
        private final class RoundsThread extends SimulatedThread {
            private int round;
            private boolean hasPut;

            RoundsThread(int index) {
                super(index);
            }

            @Override
            void step() {
                if (hasPut) {
                    super.step();
                    return;
                }
                hasPut = true;
                List<byte[]> tasks = shares.get(index).stream()
                        .filter(root -> roundOf[root] == round)
                        .map(SimulatedTree::encode)
                        .toList();
                if (tasks.isEmpty()) {
                    plan(random.nextInt(1, 1_000_000), "put nothing", this::step);
                    return;
                }
                // The control thread puts them; a thread that waits has made its puts known first.
                queue.after(
                        random.nextInt(1, 100_000),
                        "put",
                        () -> act(() -> {
                            perform(balancer.put(tasks, queue.nanoTime()));
                            plan(random.nextInt(1, 1_000_000), "has put", this::step);
                        }));
            }

            @Override
            void finish(PooledTask task, int node) {
                if (roundOf[node] != round) {
                    throw new AssertionError("thread " + index + " of engine " + number + " in round " + round
                            + " was given task " + node + " of round " + roundOf[node]);
                }
                timesExecuted[node]++;
                plan(random.nextInt(1, 1_000), "next", () -> {
                    task.account().countExecuted(index);
                    step();
                });
            }

            @Override
            void roundEnded() {
                for (int node = 0; node < tree.size(); node++) {
                    if (roundOf[node] == round && timesExecuted[node] != 1) {
                        throw new AssertionError("round " + round + " ended for engine " + number + " before task "
                                + node + " was done");
                    }
                }
                round++;
                hasPut = false;
                if (round < rounds) {
                    plan(random.nextInt(1, 2_000_000), "again", this::step);
                } else {
                    pool.leave(index);
                    threadsGone++;
                }
            }
        }
    }
}
