package org.moide.balance.loan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage.ToBorrower;
import org.moide.balance.loan.LoanMessage.ToLender;
import org.moide.balance.loan.LoanOutput.BooksBroken;
import org.moide.balance.loan.LoanOutput.OfLender;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.loan.LoanOutput.ResultAccepted;
import org.moide.balance.loan.LoanOutput.Send;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.Strategy;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.sim.Event;
import org.moide.commlib.sim.EventQueue;

/**
 * A whole run of a bag of tasks in simulated time: one lender, some borrowers, and everything that may go wrong for a while;
 * then a healed phase in which the run must end. All parameters are drawn from the seed.
 */
final class BagSimulation {
    private static final long EVENT_LIMIT = 300_000;

    private final EventQueue queue;
    private final RandomGenerator random;
    private final SimulatedTree tree;
    private final SimulatedNetwork network;
    private final Cores cores;
    private final Ledger ledger;
    private final Lender lender;
    private final BorrowerLimits limits;
    private final Map<Integer, SimulatedEngine> engines = new TreeMap<>();
    private final BitSet accepted = new BitSet();
    private final Set<Long> acceptedLoans = new HashSet<>();
    private final long chaosNanos;
    private final Cluster outside = new Cluster();
    private int rootsPut;
    private long putHash;
    private long acceptedHash;
    private boolean booksOpened;
    private @Nullable Event nextTick;
    private @Nullable LoanTotals totals;
    final String what;

    BagSimulation(long seed, Cores cores) {
        this.queue = new EventQueue(seed, EVENT_LIMIT);
        this.random = queue.random("cluster");
        this.tree = new SimulatedTree(queue.random("tree"));
        this.network = new SimulatedNetwork(queue);
        this.cores = cores;
        this.ledger = cores.ledger();
        Strategy strategy = drawStrategy();
        long bundleBytes = random.nextBoolean() ? 1 << 20 : random.nextInt(1, 100);
        this.lender = cores.lender(
                strategy, Lender.Ending.WHEN_COMPLETE, new LenderLimits(bundleBytes, random.nextInt(1, 200)), ledger);
        long repeatNanos = random.nextLong(1_000_000, 20_000_000);
        this.limits = new BorrowerLimits(
                random.nextLong(10_000_000),
                repeatNanos,
                8 * repeatNanos,
                random.nextBoolean() ? 10_000_000_000L : random.nextLong(1_000_000, 100_000_000),
                random.nextLong(1, 20_000_000));
        int members = 1 + random.nextInt(5);
        this.chaosNanos = 1_000_000 + (long) (random.nextDouble(1.5) * tree.serialNanos() / members);
        this.what = "seed " + seed + ": " + tree.size() + " tasks (" + tree.roots() + " roots), " + members
                + " engines, " + strategy.getClass().getSimpleName();
        for (int number = 0; number < members; number++) {
            join(number, 1);
        }
        queue.invariant("every task is to be lent, out, or done once", this::checkBooks);
    }

    private Strategy drawStrategy() {
        return switch (random.nextInt(6)) {
            case 0 -> strategy("static", Map.of());
            case 1 -> strategy("demand", Map.of("block", Integer.toString(1 + random.nextInt(8))));
            default ->
                strategy(
                        "guided",
                        Map.of(
                                "bundleMillis", Double.toString(random.nextDouble(0.1, 20)),
                                "loanMillis", Double.toString(random.nextDouble(0.1, 10)),
                                "settleMillis", Double.toString(random.nextDouble(0.1, 10))));
        };
    }

    private Strategy strategy(String name, Map<String, String> parameters) {
        return Strategies.make(StrategySpec.of(name, parameters), Membership.ROOT, random, null);
    }

    /** Runs to the end; throws if anything was lost, counted twice, or did not end in time. */
    BagSimulation run() {
        putRoots();
        planChaos();
        queue.after(chaosNanos, "heal", this::heal);
        long limitNanos = chaosNanos + 3 * tree.serialNanos() + 30_000_000_000L;
        queue.runUntil(this::isOver, Duration.ofNanos(limitNanos));
        checkEnd();
        return this;
    }

    long digest() {
        return queue.digest();
    }

    LoanTotals totals() {
        return lender.totals();
    }

    // --- the story ------------------------------------------------------------------------------------------------

    private void putRoots() {
        long atNanos = 0;
        int next = 0;
        while (next < tree.roots()) {
            int end = Math.min(tree.roots(), next + 1 + random.nextInt(tree.roots()));
            List<byte[]> batch = new ArrayList<>();
            for (int root = next; root < end; root++) {
                batch.add(SimulatedTree.encode(root));
            }
            int upTo = end;
            queue.at(atNanos, "put " + batch.size() + " tasks", () -> {
                for (; rootsPut < upTo; rootsPut++) {
                    putHash += tree.subtreeHash(rootsPut);
                }
                perform(lender.put(batch, queue.nanoTime()));
            });
            atNanos += random.nextInt(1, 3_000_000);
            next = end;
        }
        queue.at(atNanos, "complete", () -> perform(lender.complete(queue.nanoTime())));
    }

    private void planChaos() {
        int incidents = random.nextInt(12);
        for (int incident = 0; incident < incidents; incident++) {
            queue.at(random.nextLong(chaosNanos), "incident", this::incident);
        }
    }

    private void incident() {
        int number = random.nextInt(6);
        SimulatedEngine engine = engines.get(number);
        if (engine == null) {
            join(number, 1);
            return;
        }
        switch (random.nextInt(7)) {
            case 0, 6 -> kill(engine);
            case 1 -> {
                engine.pause();
                queue.after(random.nextLong(1, chaosNanos), "resume", engine::resume);
            }
            case 2 -> suspect(engine);
            case 3 -> {
                network.cut(number);
                queue.after(random.nextLong(1, chaosNanos), "mend", () -> network.mend(number));
            }
            case 4 -> {
                if (number != 0) {
                    engine.drain();
                }
            }
            default -> {
                suspect(engine);
                engine.pause();
                queue.after(random.nextLong(1, chaosNanos), "resume", engine::resume);
            }
        }
    }

    private void kill(SimulatedEngine engine) {
        if (engine.number == 0 || !engine.isAlive()) {
            return;
        }
        engine.kill();
        long noticedNanos = (long) Math.pow(10, random.nextDouble(4, 8.3));
        switch (random.nextInt(4)) {
            case 0 ->
                queue.after(noticedNanos, "left", () -> {
                    if (engines.get(engine.number) == engine) {
                        perform(lender.memberLeft(engine.number, queue.nanoTime()));
                    }
                });
            case 1, 2 -> queue.after(noticedNanos, "replaced", () -> join(engine.number, engine.incarnation + 1));
            default -> suspectAgain(engine, Math.max(5_000_000, noticedNanos));
        }
    }

    /** A watcher that only knows silence must go on watching: a late message makes the dead a borrower again. */
    private void suspectAgain(SimulatedEngine engine, long afterNanos) {
        queue.after(afterNanos, "silent", () -> {
            if (engines.get(engine.number) == engine) {
                suspect(engine);
                suspectAgain(engine, afterNanos);
            }
        });
    }

    private void suspect(SimulatedEngine engine) {
        perform(lender.borrowerLost(engine.number, queue.nanoTime()));
    }

    private void join(int number, long incarnation) {
        int threads = 1 + random.nextInt(4);
        SimulatedEngine engine = new SimulatedEngine(number, incarnation, threads, queue, tree, cores, limits, outside);
        engines.put(number, engine);
        perform(lender.memberJoined(
                number, incarnation, random.nextDouble(0.5, 2) * threads, threads, queue.nanoTime()));
        engine.start();
    }

    private void heal() {
        network.heal();
        for (SimulatedEngine engine : engines.values()) {
            engine.resume();
        }
    }

    // --- wiring ---------------------------------------------------------------------------------------------------

    private final class Cluster implements SimulatedEngine.Outside {
        @Override
        public void send(ToLender message) {
            network.send(
                    message.borrower(),
                    message.getClass().getSimpleName(),
                    () -> perform(lender.receive(message, queue.nanoTime())));
        }

        @Override
        public void drained(SimulatedEngine engine) {
            queue.after(random.nextLong(1, 10_000_000), "left", () -> {
                if (engines.get(engine.number) == engine) {
                    perform(lender.memberLeft(engine.number, queue.nanoTime()));
                }
            });
        }
    }

    private void perform(List<OfLender> outputs) {
        booksOpened = true;
        for (OfLender output : outputs) {
            if (output instanceof Send send) {
                ToBorrower message = (ToBorrower) send.message();
                network.send(send.toMember(), message.getClass().getSimpleName(), () -> {
                    SimulatedEngine engine = engines.get(send.toMember());
                    if (engine != null) {
                        engine.receive(message);
                    }
                });
            } else if (output instanceof ResultAccepted result) {
                accept(result);
            } else if (output instanceof PoolFinished finished) {
                if (totals != null) {
                    throw new AssertionError("expected the pool to finish once, found it again");
                }
                totals = finished.totals();
            } else if (output instanceof BooksBroken broken) {
                throw new AssertionError(broken.why());
            }
        }
        if (nextTick != null) {
            nextTick.cancel();
        }
        nextTick = lender.nextTickNanos() == Long.MAX_VALUE
                ? null
                : queue.at(lender.nextTickNanos(), "lender", () -> perform(lender.tick(queue.nanoTime())));
    }

    // --- what must hold -------------------------------------------------------------------------------------------

    private void accept(ResultAccepted result) {
        if (!acceptedLoans.add(result.loan())) {
            throw new AssertionError("loan " + result.loan() + " was accepted twice");
        }
        for (int node : SimulatedTree.decodeAll(result.result())) {
            if (accepted.get(node)) {
                throw new AssertionError("task " + node + " counted twice, the second time by loan " + result.loan()
                        + " from engine " + result.borrower());
            }
            accepted.set(node);
            acceptedHash += tree.ownHash(node);
            queue.note(node);
        }
    }

    private void checkBooks() {
        if (!booksOpened) {
            return; // nothing the lender knows has changed
        }
        booksOpened = false;
        long[] sum = {acceptedHash};
        ledger.forEachOpenTask(task -> sum[0] += tree.subtreeHash(SimulatedTree.decode(task)));
        if (sum[0] != putHash) {
            throw new AssertionError("tasks to be lent, out and done are not those that were put: "
                    + accepted.cardinality() + " of " + tree.size() + " done; " + lender.totals());
        }
    }

    private boolean isOver() {
        return totals != null && engines.values().stream().allMatch(SimulatedEngine::isOver);
    }

    private void checkEnd() {
        LoanTotals end = lender.totals();
        if (accepted.cardinality() != tree.size() || end.executedTasks() != tree.size()) {
            throw queue.failure(
                    "expected " + tree.size() + " tasks done, found " + accepted.cardinality() + ", and " + end, null);
        }
        if (end.loansMade() != end.loansReturned() + end.loansRetaken()) {
            throw queue.failure("expected every loan returned or retaken, found " + end, null);
        }
    }
}
