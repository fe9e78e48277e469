package org.moide.balance.loan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.loan.LoanOutput.ResultAccepted;
import org.moide.balance.loan.LoanOutput.TaskGivenUp;
import org.moide.balance.simulation.Post;
import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.sim.EventQueue;

/**
 * A whole run of a bag of tasks in simulated time, with random faults: the root, which lends the tasks, and engines
 * that lend to each other. After some time the faults end, and then the run must end. All parameters are drawn from the
 * seed.
 */
final class BagSimulation {
    private static final long EVENT_LIMIT = 1_000_000;

    /** How many member numbers are reserved for members that join late. */
    private static final int LATE_NUMBERS = 2;

    private static final int MOST_SLOW = 100;

    private final EventQueue queue;
    private final RandomGenerator random;
    private final SimulatedTree tree;
    private final LetterWires wires;
    private final Post post;
    private final TroubledEngine.Setting setting;
    private final StrategySpec spec;
    private final RootUnderTest root;
    private final Map<Integer, TroubledEngine> engines = new TreeMap<>();
    private final Map<Integer, Long> lastIncarnation = new HashMap<>();
    private final BitSet accepted = new BitSet();
    private final BitSet givenUp = new BitSet();
    private final Set<Long> acceptedLoans = new HashSet<>();
    private final long chaosNanos;
    private final int numbers;
    private final long roomBytes;
    private final Map<Long, Integer> held = new HashMap<>(); // sizes of admitted results not merged yet, by loan
    private final RandomGenerator taking;
    private final RandomGenerator slow;
    private final boolean longTasks;
    private boolean takes;
    private int waited;
    private final boolean assisted;
    private final List<Location> locations = new ArrayList<>(); // by member number
    private final Set<TroubledEngine> assistants = new HashSet<>();
    private int rootsPut;
    private long putHash;
    private long acceptedHash;
    private long givenUpHash;
    private boolean booksOpened;
    private @Nullable LoanTotals totals;
    private LoanTotals engineTotals = LoanTotals.NONE;
    private final Set<TroubledEngine> late = new HashSet<>();
    private int leftPolitely;
    final String what;

    BagSimulation(long seed, Cores cores) {
        this(seed, cores, BagSimulation::drawStrategy);
    }

    BagSimulation(long seed, Cores cores, Function<RandomGenerator, StrategySpec> strategies) {
        this(seed, cores, strategies, false, false);
    }

    /** Makes a run whose last tasks are long, on engines of which some are very slow. */
    static BagSimulation ofLongTasks(long seed, Cores cores) {
        return new BagSimulation(seed, cores, BagSimulation::drawStrategy, false, false, true);
    }

    /**
     * Makes the run of a seed.
     *
     * @param assisted whether some members that join late are assistants
     * @param anywhere whether all members are told the sites and racks of all
     */
    BagSimulation(
            long seed,
            Cores cores,
            Function<RandomGenerator, StrategySpec> strategies,
            boolean assisted,
            boolean anywhere) {
        this(seed, cores, strategies, assisted, anywhere, false);
    }

    private BagSimulation(
            long seed,
            Cores cores,
            Function<RandomGenerator, StrategySpec> strategies,
            boolean assisted,
            boolean anywhere,
            boolean longTasks) {
        this.longTasks = longTasks;
        this.assisted = assisted;
        this.queue = new EventQueue(seed, EVENT_LIMIT);
        this.random = queue.random("cluster");
        this.tree = (longTasks
                        ? SimulatedTree.ofLongTasks(queue.random("tree"))
                        : new SimulatedTree(queue.random("tree")))
                .withFragileTasks(queue.random("fragile"))
                .withPriorities(queue.random("priorities"));
        this.wires = LetterWires.drawn(queue);
        this.post = new Post(queue, wires, tree.workload().taskBytes(), this::deliver);
        this.spec = strategies.apply(random);
        this.taking = queue.random("results");
        this.slow = queue.random("slow");
        this.roomBytes = taking.nextInt(3) == 0 ? BalancerLimits.DEFAULT.roomBytes() : taking.nextLong(1, 40);
        long repeatNanos = random.nextLong(1_000_000, 20_000_000);
        long silenceNanos = random.nextLong(20_000_000, 400_000_000);
        BalancerLimits limits = new BalancerLimits(
                repeatNanos,
                8 * repeatNanos,
                random.nextBoolean() ? 10_000_000_000L : random.nextLong(1_000_000, 100_000_000),
                random.nextLong(1, 20_000_000),
                silenceNanos,
                silenceNanos / 2,
                random.nextBoolean() ? 1 << 20 : random.nextInt(1, 100),
                random.nextInt(1, 200),
                random.nextBoolean() ? 16 << 20 : random.nextInt(1, 400),
                roomBytes);
        int members = random.nextInt(10) == 0 ? 6 + random.nextInt(14) : 1 + random.nextInt(6);
        this.numbers = members + LATE_NUMBERS;
        this.chaosNanos = 1_000_000 + (long) (random.nextDouble(1.5) * tree.serialNanos() / members);
        this.setting = new TroubledEngine.Setting(queue, tree, cores, limits, new EngineCluster());
        this.root = new RootUnderTest(
                Strategies.make(spec, Membership.ROOT, queue.random("root"), null),
                PoolCompletion.WHEN_COMPLETE,
                new TroubledEngine.Setting(queue, tree, cores, limits.withoutSilence(), new EngineCluster()),
                new RootCluster());
        this.what = "seed " + seed + ": " + tree.size() + " tasks (" + tree.roots() + " roots), " + members
                + " engines, " + spec;
        RandomGenerator places = queue.random("places");
        for (int number = 0; number < numbers; number++) {
            locations.add(
                    anywhere
                            ? new Location(List.of("site " + places.nextInt(3), "rack " + places.nextInt(2)))
                            : Location.UNKNOWN);
        }
        for (int number = 0; number < members; number++) {
            join(number);
        }
        queue.invariant("every task is to be lent, out, or done once", this::checkBooks);
    }

    private static StrategySpec drawStrategy(RandomGenerator random) {
        return switch (random.nextInt(8)) {
            case 0 -> StrategySpec.of("static");
            case 1 -> StrategySpec.of("demand", Map.of("block", Integer.toString(1 + random.nextInt(8))));
            case 2, 3 ->
                StrategySpec.of(
                        "guided",
                        Map.of(
                                "aheadMillis", Double.toString(random.nextDouble(0.1, 10)),
                                "bundleMillis", Double.toString(random.nextDouble(0.1, 20)),
                                "loanMillis", Double.toString(random.nextDouble(0.1, 10)),
                                "settleMillis", Double.toString(random.nextDouble(0.1, 10))));
            default ->
                StrategySpec.of(
                        "stealing",
                        Map.of(
                                "bundleMillis", Double.toString(random.nextDouble(0.1, 20)),
                                "victims", Integer.toString(random.nextInt(4)),
                                "lifelines",
                                        List.of("ring", "hypercube", "mesh", "all")
                                                .get(random.nextInt(4))));
        };
    }

    /** Runs to the end; fails if a task was lost or counted twice, or if the run did not end in time. */
    BagSimulation run() {
        putRoots();
        planChaos();
        queue.after(chaosNanos, "heal", this::heal);
        long limitNanos = chaosNanos + (longTasks ? 3 * MOST_SLOW : 3) * tree.serialNanos() + 60_000_000_000L;
        queue.runUntil(this::isOver, Duration.ofNanos(limitNanos));
        checkEnd();
        return this;
    }

    long digest() {
        return queue.digest();
    }

    LoanTotals totals() {
        return root.balancer.totals();
    }

    /** Returns the sum of the engines' totals of loans; an engine that died is left out. */
    LoanTotals engineTotals() {
        return engineTotals;
    }

    /** Returns the number of members that joined late and have executed tasks. */
    long lateWorkers() {
        return late.stream()
                .filter(engine -> engine.balancer.totals().executedTasks() > 0)
                .count();
    }

    /** Returns the number of assistants that executed tasks, and how many of those died. */
    int[] assistants() {
        int[] counts = new int[2];
        for (TroubledEngine assistant : assistants) {
            boolean worked = assistant.balancer.totals().executedTasks() > 0;
            counts[0] += worked ? 1 : 0;
            counts[1] += worked && !assistant.isAlive() ? 1 : 0;
        }
        return counts;
    }

    /** Returns the number of members that left in order, after all their loans were returned. */
    int leftPolitely() {
        return leftPolitely;
    }

    /** Returns how many results had to wait until the root had room for them. */
    int waitedForRoom() {
        return waited;
    }

    // --- the story ------------------------------------------------------------------------------------------------

    private void putRoots() {
        long atNanos = 0;
        int next = 0;
        while (next < tree.roots()) {
            int end = Math.min(tree.roots(), next + 1 + random.nextInt(tree.roots()));
            List<byte[]> batch = new ArrayList<>();
            for (int root = next; root < end; root++) {
                batch.add(tree.encodedRoot(root));
            }
            int upTo = end;
            queue.at(atNanos, "put " + batch.size() + " tasks", () -> {
                for (; rootsPut < upTo; rootsPut++) {
                    putHash += tree.subtreeHash(rootsPut);
                }
                booksOpened = true;
                root.put(batch);
            });
            atNanos += random.nextInt(1, 3_000_000);
            next = end;
        }
        queue.at(atNanos, "complete", () -> root.complete());
    }

    private void planChaos() {
        int incidents = assisted ? 6 + random.nextInt(20) : random.nextInt(12);
        for (int incident = 0; incident < incidents; incident++) {
            queue.at(random.nextLong(chaosNanos), "incident", this::incident);
        }
    }

    private void incident() {
        boolean late = assisted && random.nextBoolean();
        int number = late ? numbers - 1 - random.nextInt(LATE_NUMBERS) : random.nextInt(numbers);
        TroubledEngine engine = engines.get(number);
        if (engine == null) {
            join(number);
            return;
        }
        switch (random.nextInt(8)) {
            case 0, 6 -> kill(engine);
            case 1 -> {
                engine.pause();
                queue.after(random.nextLong(1, chaosNanos), "resume", engine::resume);
            }
            case 2 -> suspect(engine);
            case 3 -> {
                wires.cutOff(number);
                queue.after(random.nextLong(1, chaosNanos), "mend", () -> wires.mend(number));
            }
            case 4 -> {
                if (number != 0 && random.nextBoolean()) {
                    engine.drain();
                } else if (number != 0) {
                    booksOpened = true;
                    root.dismiss(number);
                }
            }
            case 7 -> {
                int other = random.nextInt(numbers);
                wires.cut(number, other);
                queue.after(random.nextLong(1, chaosNanos), "mend", () -> wires.mend(number, other));
            }
            default -> {
                suspect(engine);
                engine.pause();
                queue.after(random.nextLong(1, chaosNanos), "resume", engine::resume);
            }
        }
    }

    private void kill(TroubledEngine engine) {
        if (engine.number == 0 || !engine.isAlive()) {
            return;
        }
        engine.kill();
        long noticedNanos = (long) Math.pow(10, random.nextDouble(4, 8.3));
        switch (random.nextInt(4)) {
            case 0 -> queue.after(noticedNanos, "left", () -> leave(engine));
            case 1, 2 ->
                queue.after(noticedNanos, "replaced", () -> {
                    if (engines.get(engine.number) == engine) {
                        join(engine.number);
                    }
                });
            default -> suspectAgain(engine, Math.max(5_000_000, noticedNanos));
        }
    }

    /** Kills an engine soon after it has executed a task. */
    private void killAtWork(TroubledEngine engine) {
        queue.after(1 + chaosNanos / 8, "death at work", () -> {
            if (engine.balancer.totals().executedTasks() > 0) {
                kill(engine);
            } else if (!engine.isOver()) {
                killAtWork(engine);
            }
        });
    }

    /**
     * Reports a dead engine as silent again and again, because a message that arrives late may have made it a borrower
     * again.
     */
    private void suspectAgain(TroubledEngine engine, long afterNanos) {
        queue.after(afterNanos, "silent", () -> {
            if (engines.get(engine.number) == engine) {
                suspect(engine);
                suspectAgain(engine, afterNanos);
            }
        });
    }

    private void suspect(TroubledEngine engine) {
        booksOpened = true;
        root.suspect(engine.number);
    }

    private void join(int number) {
        int threads = 1 + random.nextInt(4);
        long incarnation = lastIncarnation.merge(number, 1L, Long::sum);
        Membership.Member member = new Membership.Member(
                        number, incarnation, random.nextDouble(0.5, 2) * slowness() * threads, threads)
                .at(locations.get(number));
        TroubledEngine engine = new TroubledEngine(
                member, Strategies.make(spec, number, queue.random("strategy " + number), null), setting);
        engines.put(number, engine);
        if (queue.nanoTime() > 0) {
            late.add(engine);
        }
        booksOpened = true;
        if (assisted && queue.nanoTime() > 0 && random.nextInt(4) > 0) {
            int principal = random.nextInt(numbers);
            member = principal == number ? member : member.assisting(principal);
        }
        root.join(member);
        if (root.members().isAssistant(number)) {
            assistants.add(engine);
            if (random.nextInt(3) == 0) {
                killAtWork(engine);
            }
            engine.members(root.members().seenBy(number)); // as the coordinator tells a new engine
        }
        engine.start();
    }

    /**
     * Draws by which factor an engine is slow. A few are so slow that they still run their first tasks when the others
     * have ended.
     */
    private double slowness() {
        return longTasks && slow.nextInt(3) == 0 ? slow.nextDouble(1.0 / MOST_SLOW, 0.2) : 1;
    }

    private void leave(TroubledEngine engine) {
        if (engines.get(engine.number) == engine) {
            booksOpened = true;
            root.leave(engine.number);
        }
    }

    private void heal() {
        wires.heal();
        for (TroubledEngine engine : engines.values()) {
            engine.resume();
        }
    }

    // --- wiring ---------------------------------------------------------------------------------------------------

    private void carry(int from, LoanOutput.Send send) {
        int to = send.toMember();
        Letter letter = send.letter();
        if (from == to) {
            throw new AssertionError("member " + from + " wrote to itself: " + letter);
        }
        waited += takes && letter.message() instanceof LoanMessage.PartAccepted ? 1 : 0;
        requireSeen(from, letter.fromIncarnation(), to);
        requireSeen(to, letter.toIncarnation(), from);
        if (to == Membership.ROOT
                && root.members().isAssistant(from)
                && root.members().incarnationOf(from) == letter.fromIncarnation()
                && letter.message() instanceof LoanMessage.FetchTasks) {
            throw new AssertionError("assistant " + from + " asked the root: " + letter);
        }
        post.send(from, send, letter.message().getClass().getSimpleName());
    }

    private void deliver(int to, Letter letter) {
        TroubledEngine engine = engines.get(to);
        if (to == Membership.ROOT) {
            booksOpened = true;
            root.receive(letter);
        } else if (engine != null) {
            engine.receive(letter);
        }
    }

    /**
     * Checks a message of an assistant. If the assistant has been one from the start, only its principal and the root
     * may exchange messages with it.
     */
    private void requireSeen(int assistant, long incarnation, int other) {
        Membership members = root.members();
        boolean assists = members.isAssistant(assistant) && members.incarnationOf(assistant) == incarnation;
        if (assists && other != Membership.ROOT && other != members.principalOf(assistant)) {
            throw new AssertionError("engine " + other + " and assistant " + assistant + " of engine "
                    + members.principalOf(assistant) + " wrote to each other");
        }
    }

    private final class EngineCluster implements TroubledEngine.Cluster {
        @Override
        public void send(int from, LoanOutput.Send send) {
            carry(from, send);
        }

        @Override
        public void drained(TroubledEngine engine) {
            leftPolitely++;
            queue.after(random.nextLong(1, 10_000_000), "left", () -> leave(engine));
        }
    }

    private final class RootCluster implements RootUnderTest.Cluster {
        @Override
        public void send(int from, LoanOutput.Send send) {
            carry(from, send);
        }

        /**
         * Sends a new membership to the engines, with a delay. Memberships are sent over a channel of their own, which
         * loses nothing.
         */
        @Override
        public void members(Membership members) {
            for (TroubledEngine engine : engines.values()) {
                queue.after(random.nextLong(1, 5_000_000), "members", () -> {
                    // the latest membership, since news may overtake each other
                    engine.members(root.members().seenBy(engine.number));
                });
            }
        }

        @Override
        public void output(LoanOutput output) {
            if (output instanceof ResultAccepted result) {
                accept(result);
            } else if (output instanceof TaskGivenUp failed) {
                giveUp(failed.failure());
            } else if (output instanceof PoolFinished finished) {
                if (totals != null) {
                    throw new AssertionError("expected the pool to finish once, found it again");
                }
                totals = finished.totals();
            }
        }
    }

    // --- what must hold -------------------------------------------------------------------------------------------

    private void accept(ResultAccepted result) {
        if (!acceptedLoans.add(result.loan())) {
            throw new AssertionError("loan " + result.loan() + " was accepted twice");
        }
        for (int node : SimulatedTree.decodeAll(result.result())) {
            if (accepted.get(node) || givenUp.get(node)) {
                throw new AssertionError("task " + node + " counted twice, the second time by loan " + result.loan()
                        + " from engine " + result.borrower());
            }
            accepted.set(node);
            acceptedHash += tree.ownHash(node);
            queue.note(node);
        }
        if (result.room()) {
            hold(result);
        }
    }

    private void hold(ResultAccepted result) {
        held.put(result.loan(), result.result().length);
        long bytes = held.values().stream().mapToLong(Integer::longValue).sum();
        if (held.size() > 1 && bytes > roomBytes) {
            throw new AssertionError("expected results of " + roomBytes + " bytes at most to wait to be taken, found "
                    + bytes + " with loan " + result.loan());
        }
        queue.after((long) Math.pow(10, taking.nextDouble(4, 8)), "result taken", () -> {
            held.remove(result.loan());
            booksOpened = true;
            takes = true;
            root.resultTaken(result.loan());
            takes = false;
        });
    }

    private void giveUp(FailedTask failure) {
        int node = SimulatedTree.decode(failure.task());
        if (accepted.get(node) || givenUp.get(node)) {
            throw new AssertionError("task " + node + " given up that was counted before");
        }
        givenUp.set(node);
        givenUpHash += tree.ownHash(node);
        queue.note(-1L - node);
    }

    private void checkBooks() {
        if (!booksOpened) {
            return; // nothing that the lender knows has changed
        }
        booksOpened = false;
        long[] sum = {acceptedHash + givenUpHash};
        root.forEachOpenTask(task -> sum[0] += tree.subtreeHash(SimulatedTree.decode(task)));
        if (sum[0] != putHash) {
            throw new AssertionError("tasks to be lent, out and done are not those that were put: "
                    + accepted.cardinality() + " of " + tree.size() + " done; " + root.balancer.totals());
        }
    }

    private boolean isOver() {
        return totals != null && engines.values().stream().allMatch(TroubledEngine::isOver);
    }

    private void checkEnd() {
        LoanTotals end = root.balancer.totals();
        int done = accepted.cardinality();
        int failed = givenUp.cardinality();
        if (done + failed != tree.size() || end.executedTasks() != done || end.failedTasks() != failed) {
            throw queue.failure(
                    "expected " + tree.size() + " tasks done or given up, found " + done + " and " + failed + ", and "
                            + end,
                    null);
        }
        if (end.loansMade() != end.loansReturned() + end.loansRetaken()) {
            throw queue.failure("expected every loan returned or retaken, found " + end, null);
        }
        for (TroubledEngine engine : engines.values()) {
            LoanTotals own = engine.balancer.totals();
            engineTotals = engineTotals.plus(own);
            boolean inFlight =
                    engine.balancer.loansOpen() > 0 || own.loansMade() != own.loansReturned() + own.loansRetaken();
            if (engine.isAlive() && !engine.isDrained() && inFlight) {
                throw queue.failure("expected nothing in flight at engine " + engine.number + ", found " + own, null);
            }
        }
    }
}
