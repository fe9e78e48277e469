package org.moide.balance.worker.balancer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.moide.balance.worker.strategy.Activity;
import org.moide.balance.worker.strategy.MovableWorker;
import org.moide.balance.worker.strategy.MovePermits;
import org.moide.balance.worker.strategy.Whereabouts;
import org.moide.balance.worker.strategy.WorkerLoad;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.balance.worker.strategy.WorkerStrategy;
import org.moide.commlib.port.FixedOrder;

/**
 * The balancer of one process with workers. It calls a {@link WorkerStrategy}, and is itself called step by step by one
 * thread of the engine. It takes letters from other processes and figures of the local workers, and returns letters and
 * moves. Within a step it calls only the strategy, {@link Whereabouts} and {@link MoveCost}.
 *
 * <p>Correct results do not depend on it: letters may be lost, delayed or duplicated, and a move that has become
 * impossible is ignored. The letters and moves of a step are bounded, and its cost depends on the numbers of processes
 * and of workers shown, not on all workers. It enforces directives for the strategy: a move that they forbid has no
 * effect.
 */
public final class WorkerBalancer {
    private final int self;
    private List<ProcessPower> powers; // immutable
    private Set<Integer> gone = Set.of(); // immutable
    private final WorkerStrategy strategy;
    private final Activity activity;
    private final MoveCost cost;
    private final BalanceLimits limits;
    private final ProcessLoad own;
    private final KnownLoads known;
    private final ToldLoads told;
    private final AskedQuestions ours;
    private final OpenQuestions theirs;
    private final LetterBudget budget;
    private final Map<Long, Long> leaving = new HashMap<>(); // by worker: when its move was decided
    private long version;

    /**
     * Creates the balancer of one process.
     * @param self the process's number
     * @param powers of all processes, by number
     * @param strategy decides for this process
     * @param activity this process's activity. Its owner may report each change of the number of active workers, but
     *     not during a step; each step reports it in any case
     * @param cost the cost of moves
     */
    public WorkerBalancer(
            int self,
            List<ProcessPower> powers,
            WorkerStrategy strategy,
            Activity activity,
            MoveCost cost,
            BalanceLimits limits,
            long nowNanos) {
        this.powers = List.copyOf(powers);
        if (self < 0 || self >= powers.size()) {
            throw new IllegalArgumentException(
                    "expected a process from 0 to " + (powers.size() - 1) + ", found " + self);
        }
        this.self = self;
        this.strategy = strategy;
        this.activity = activity;
        this.cost = cost;
        this.limits = limits;
        this.own = new ProcessLoad(powers.get(self).threads(), limits.windowNanos(), activity, nowNanos);
        this.known = new KnownLoads(limits.windowNanos(), limits.answerNanos());
        this.told = new ToldLoads(limits.toldPart(), limits.refreshNanos());
        this.ours = new AskedQuestions(limits.answerNanos());
        this.theirs = new OpenQuestions(limits.answerNanos());
        this.budget = new LetterBudget(limits.lettersPerSecond(), limits.mostLettersAtOnce(), nowNanos);
    }

    /** Adds a process that joins the run; it gets the next number. */
    public void joins(ProcessPower power) {
        List<ProcessPower> more = new ArrayList<>(powers);
        more.add(power);
        powers = List.copyOf(more);
    }

    /** Marks processes that have left or are leaving: no worker and no letter is sent to them any more. */
    public void leave(Set<Integer> some) {
        Set<Integer> more = new TreeSet<>(gone);
        more.addAll(some);
        gone = Collections.unmodifiableSet(more);
    }

    private List<Integer> there() {
        return IntStream.range(0, powers.size())
                .filter(process -> !gone.contains(process))
                .boxed()
                .toList();
    }

    /** Returns whether this balancer knows all processes that a letter names. */
    public boolean isAmongThose(BalanceLetter letter) {
        List<WorkerLoad> loads = letter instanceof BalanceLetter.LoadTold told ? told.loads() : List.of(letter.load());
        return loads.stream().allMatch(load -> load.process() < powers.size());
    }

    /**
     * Takes a letter, a message from another process's balancer.
     *
     * @throws IllegalArgumentException if it names a process that does not exist
     */
    public void heard(BalanceLetter letter, long nowNanos) {
        requireThere(letter.from());
        letter.handle(new Reader(nowNanos));
    }

    /** Records that a worker has come from process {@code from}. */
    public void workerCame(int from) {
        requireThere(from);
        ours.given(from);
    }

    /**
     * Performs one step of balancing. It should be called every {@link BalanceLimits#stepNanos}, but calls at other
     * times do no harm.
     *
     * @param local this process's workers now
     * @param whereabouts the places of the workers' neighbours
     */
    public BalanceStep step(LocalLoad local, Whereabouts whereabouts, long nowNanos) {
        own.step(local, nowNanos);
        known.step(nowNanos);
        theirs.step(nowNanos);
        leaving.values().removeIf(since -> nowNanos - since >= limits.windowNanos());
        version++;
        MovePermits permits = new MovePermits(self, there(), whereabouts, process -> isEmpty(process, nowNanos));
        StepView view = new StepView(
                nowNanos,
                self,
                powers,
                gone,
                ownLoad(local, nowNanos),
                own,
                activity,
                movable(local, permits, nowNanos),
                neighbourProcesses(local, permits),
                known,
                ours,
                theirs,
                cost);
        StepActs acts = new StepActs(view, limits, known, told, ours, theirs, budget, (worker, process) -> {
            WorkerRule rule = rule(local, worker);
            // evaluated again: an earlier move of this step may have gone to the same process, which then is not empty
            return new MovePermits(self, there(), whereabouts, to -> isEmpty(to, nowNanos))
                    .mayMove(worker, rule, process);
        });
        strategy.decide(view).forEach(decision -> decision.handle(acts));
        acts.tellWhoTakesThisForEmpty();
        acts.moves().forEach(move -> leaving.put(move.worker(), nowNanos));
        return new BalanceStep(acts.letters(), acts.moves());
    }

    /**
     * Returns whether a process is known to have no worker. If it had got workers meanwhile, it would have told this
     * process, unless letters were lost.
     */
    private boolean isEmpty(int process, long nowNanos) {
        return known.isEmpty(process, limits.refreshNanos() + limits.answerNanos(), nowNanos);
    }

    private static WorkerRule rule(LocalLoad local, long worker) {
        return local.seen().stream()
                .filter(seen -> seen.worker() == worker)
                .map(LocalWorker::rule)
                .findFirst()
                .orElse(WorkerRule.STAYS);
    }

    private WorkerLoad ownLoad(LocalLoad local, long nowNanos) {
        double came = 0;
        for (LocalWorker worker : seen(local)) {
            long hereNanos = nowNanos - worker.sinceNanos();
            if (worker.moves() > 0 && hereNanos < limits.windowNanos()) {
                double unmeasured = 1 - (double) Math.max(0, hereNanos) / limits.windowNanos();
                came += own.demand(worker.busyNanos(), 0) * unmeasured;
            }
        }
        double demand = Math.max(0, own.demand() - known.left(nowNanos)) + came;
        return new WorkerLoad(
                self, version, local.workers(), local.activeWorkers(), local.queuedTasks(), own.activity(), demand, 0);
    }

    private List<LocalWorker> seen(LocalLoad local) {
        return local.seen()
                .subList(0, Math.min(limits.mostWorkersSeen(), local.seen().size()));
    }

    private List<MovableWorker> movable(LocalLoad local, MovePermits permits, long nowNanos) {
        List<MovableWorker> movable = new ArrayList<>();
        for (LocalWorker worker : seen(local)) {
            if (worker.movable() && !leaving.containsKey(worker.worker())) {
                List<MovableWorker.Target> targets = permits.targets(worker.worker(), worker.rule());
                if (!targets.isEmpty()) {
                    movable.add(new MovableWorker(
                            worker.worker(),
                            worker.queuedTasks(),
                            worker.busyNanos(),
                            worker.stateBytes(),
                            worker.moves(),
                            Math.max(0, nowNanos - worker.sinceNanos()),
                            worker.rule().weight(self),
                            targets));
                }
            }
        }
        return List.copyOf(movable);
    }

    private Set<Integer> neighbourProcesses(LocalLoad local, MovePermits permits) {
        Set<Integer> processes = new TreeSet<>();
        for (LocalWorker worker : seen(local)) {
            processes.addAll(permits.besideNeighbours(worker.worker(), worker.rule()));
        }
        return FixedOrder.copyOf(processes);
    }

    private void requireThere(int process) {
        if (process < 0 || process >= powers.size()) {
            throw new IllegalArgumentException("a letter of balancing: expected a process from 0 to "
                    + (powers.size() - 1) + ", found " + process);
        }
    }

    /** A handler of one letter, which records its loads and its question, offer or refusal. */
    private final class Reader implements BalanceLetter.Handler {
        private final long nowNanos;

        Reader(long nowNanos) {
            this.nowNanos = nowNanos;
        }

        @Override
        public void told(BalanceLetter.LoadTold letter) {
            letter.loads().forEach(this::hear);
        }

        @Override
        public void wanted(BalanceLetter.WorkerWanted letter) {
            hear(letter.load());
            ours.takenUp(letter.from());
            theirs.asked(letter.question(), false, letter.load(), nowNanos);
        }

        @Override
        public void offered(BalanceLetter.WorkerOffered letter) {
            hear(letter.load());
            theirs.asked(letter.question(), true, letter.load(), nowNanos);
        }

        @Override
        public void refused(BalanceLetter.WorkerRefused letter) {
            hear(letter.load());
            ours.refused(letter.from(), letter.question());
        }

        private void hear(WorkerLoad load) {
            requireThere(load.process());
            if (load.process() != self) {
                known.hear(load, limits.toldPart(), nowNanos);
            }
        }
    }
}
