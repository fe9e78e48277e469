package org.moide.balance.loan;

import java.time.Duration;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.loan.LoanOutput.ResultAccepted;
import org.moide.balance.simulation.Post;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.sim.EventQueue;

/**
 * A simulated run of a bag of tasks without random faults, in which the test decides what happens. Engines have two
 * threads.
 */
final class Story {
    private static final int THREADS = 2;

    private final EventQueue queue;
    private final SimulatedTree tree;
    private final Post post;
    private final TroubledEngine.Setting setting;
    private final StrategySpec spec;
    private final RootUnderTest root;
    private final Map<Integer, TroubledEngine> engines = new TreeMap<>();
    private final BitSet done = new BitSet();
    private final Set<List<Integer>> pairs = new HashSet<>();
    private boolean finished;
    private long newsNanos = 200_000;

    Story(long seed, SimulatedTree tree, StrategySpec spec, int members) {
        this.queue = new EventQueue(seed, 50_000_000);
        this.tree = tree;
        LetterWires wires = LetterWires.whole(queue, 200_000);
        this.post = new Post(queue, wires, tree.workload().taskBytes(), this::deliver);
        this.spec = spec;
        Cluster cluster = new Cluster();
        BalancerLimits limits = BalancerLimits.DEFAULT;
        this.setting = new TroubledEngine.Setting(queue, tree, Cores.withoutCopies(), limits, cluster);
        this.root = new RootUnderTest(
                Strategies.make(spec, Membership.ROOT, queue.random("root"), null),
                PoolCompletion.WHEN_COMPLETE,
                new TroubledEngine.Setting(queue, tree, Cores.withoutCopies(), limits.withoutSilence(), cluster),
                cluster);
        for (int number = 0; number < members; number++) {
            join(number);
        }
        root.put(List.of(SimulatedTree.encode(0)));
        root.complete();
    }

    TroubledEngine join(int number) {
        return join(number, 200_000);
    }

    /** Adds an engine. The other members hear of it after {@code newsNanos}. */
    TroubledEngine join(int number, long newsNanos) {
        return join(new Membership.Member(number, 1, THREADS, THREADS), newsNanos);
    }

    /** Adds an assistant, an engine that computes for engine {@code principal} only. */
    TroubledEngine assist(int number, int principal) {
        return join(new Membership.Member(number, 1, THREADS, THREADS, principal), 200_000);
    }

    private TroubledEngine join(Membership.Member member, long newsNanos) {
        int number = member.number();
        this.newsNanos = newsNanos;
        TroubledEngine engine = new TroubledEngine(
                member, Strategies.make(spec, number, queue.random("strategy " + number), null), setting);
        engines.put(number, engine);
        root.join(member);
        engine.start();
        return engine;
    }

    /** Kills an engine. The other members hear of that after {@code noticedNanos}. */
    void kill(int number, long noticedNanos) {
        engines.get(number).kill();
        queue.after(noticedNanos, "lost", () -> root.leave(number));
    }

    /** From now on, lets an engine alternately run for {@code goesOnNanos} and pause for {@code stoppedNanos}. */
    void slow(int number, long goesOnNanos, long stoppedNanos) {
        TroubledEngine engine = engines.get(number);
        queue.after(goesOnNanos, "stop", () -> {
            engine.pause();
            queue.after(stoppedNanos, "go on", () -> {
                engine.resume();
                slow(number, goesOnNanos, stoppedNanos);
            });
        });
    }

    /** Lets a member leave in order: it is removed when none of its loans is open any more. */
    void dismiss(int number) {
        root.dismiss(number);
    }

    /** Lets a member leave like {@link #dismiss(int)}; {@code successor} takes over its assistants. */
    void dismiss(int number, int successor) {
        root.succeed(number, successor);
        root.dismiss(number);
    }

    boolean isThere(int number) {
        return root.members().incarnationOf(number) >= 0;
    }

    void after(long nanos, Runnable action) {
        queue.after(nanos, "story", action);
    }

    /** Lets this much simulated time pass, or less if the run ends before. */
    void pass(long nanos) {
        long end = queue.nanoTime() + nanos;
        while (!finished && queue.nanoTime() < end && queue.step()) {
            // each step is one event
        }
    }

    void runToTheEnd() {
        queue.runUntil(() -> finished, Duration.ofNanos(10 * tree.serialNanos() + 60_000_000_000L));
        if (done.cardinality() != tree.size()) {
            throw queue.failure("expected " + tree.size() + " tasks done, found " + done.cardinality(), null);
        }
    }

    long nowNanos() {
        return queue.nanoTime();
    }

    LoanTotals totals() {
        return root.balancer.totals();
    }

    long messages() {
        return post.messages();
    }

    /** Returns the share of the threads' time spent in tasks. Only for runs in which no member joined or left. */
    double efficiency() {
        return (double) tree.serialNanos() / (queue.nanoTime() * (double) engines.size() * THREADS);
    }

    TroubledEngine engine(int number) {
        return engines.get(number);
    }

    /** Returns the engine that has executed the most tasks. */
    int busiest() {
        return Collections.max(
                        engines.entrySet(),
                        Comparator.comparingLong(
                                engine -> engine.getValue().balancer.totals().executedTasks()))
                .getKey();
    }

    Membership members() {
        return root.members();
    }

    /** Returns the members to which a member has ever sent a letter, the root included. */
    Set<Integer> writtenTo(int from) {
        return pairs.stream()
                .filter(pair -> pair.get(0) == from)
                .map(pair -> pair.get(1))
                .collect(Collectors.toSet());
    }

    /** Returns the members that have ever sent a letter to a member. */
    Set<Integer> writersTo(int to) {
        return pairs.stream()
                .filter(pair -> pair.get(1) == to)
                .map(pair -> pair.get(0))
                .collect(Collectors.toSet());
    }

    private void deliver(int to, Letter letter) {
        TroubledEngine engine = engines.get(to);
        if (to == Membership.ROOT) {
            root.receive(letter);
        } else if (engine != null) {
            engine.receive(letter);
        }
    }

    private final class Cluster implements TroubledEngine.Cluster, RootUnderTest.Cluster {
        @Override
        public void send(int from, LoanOutput.Send send) {
            pairs.add(List.of(from, send.toMember()));
            post.send(from, send, send.letter().message().getClass().getSimpleName());
        }

        @Override
        public void drained(TroubledEngine engine) {
            root.leave(engine.number);
        }

        @Override
        public void members(Membership members) {
            for (TroubledEngine engine : engines.values()) {
                boolean newest = engine == engines.get(engines.size() - 1);
                queue.after(
                        newest ? 200_000 : newsNanos,
                        "members",
                        () -> engine.members(root.members().seenBy(engine.number)));
            }
        }

        @Override
        public void output(LoanOutput output) {
            if (output instanceof ResultAccepted result) {
                for (int node : SimulatedTree.decodeAll(result.result())) {
                    if (done.get(node)) {
                        throw new AssertionError("task " + node + " counted twice");
                    }
                    done.set(node);
                }
            } else if (output instanceof PoolFinished) {
                finished = true;
            }
        }
    }
}
