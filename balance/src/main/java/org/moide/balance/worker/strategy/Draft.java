package org.moide.balance.worker.strategy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Parameters;

/**
 * The moves of one decision, weighed one after the other: each sees the loads as those before it leave them.
 *
 * <p>A process is used to {@code demand / threads}. A move is worth it if it makes the more used of both processes less used, by
 * at least half of what the worker uses here, and if that, as long as loads stay as they are, saves more time than the move
 * takes. A place of twice the weight counts as half as used for that worker.
 */
final class Draft {
    /** The least part: with less a worker that is as long as the difference of both processes would go to and fro. */
    private static final double LEAST_PART = 0.5;

    /** A millisecond, and an hour. */
    private static final double LEAST_SECONDS = 0.001;

    private static final double MOST_SECONDS = 3600;

    private final WorkerView view;
    private final Rules rules;
    private final Map<Integer, Double> demands = new HashMap<>();
    private final Set<Long> taken = new HashSet<>();

    /**
     * A move that is worth it.
     *
     * @param demand how many threads are busy with the worker here
     * @param saved how much less used the more used process is, times how long that stays so, less what the move takes; in ns
     */
    record Choice(MovableWorker worker, MovableWorker.Target target, double demand, double saved) {}

    /**
     * The rules by which moves are weighed.
     *
     * @param rest who has to stay
     * @param horizonNanos for how long loads are taken to stay as they are
     */
    record Rules(Rest rest, long horizonNanos) {
        /** Workers rest for one window, in which their load is measured where they came. Loads stay for a few. */
        static Rules of(Parameters parameters) {
            return new Rules(
                    new Rest(parameters.nanosOfSeconds("rest", 0.5, 0, MOST_SECONDS)),
                    parameters.nanosOfSeconds("horizon", 2, LEAST_SECONDS, MOST_SECONDS));
        }
    }

    /** Drafts no moves yet. */
    Draft(WorkerView view, Rules rules) {
        this.view = view;
        this.rules = rules;
    }

    /** The use of a process; 1 is just fully. Not a number if that is not known. */
    double used(int process) {
        return demand(process) / view.threads(process);
    }

    /** The work that is asked of a process, in the unit of power. */
    double work(int process) {
        return demand(process) * view.power(process);
    }

    /** The worker that gains most by moving there, or null if none is worth it. */
    @Nullable
    Choice best(int to) {
        return best(to, Double.POSITIVE_INFINITY);
    }

    /**
     * Finds the best move among workers of not more work than this.
     *
     * @param mostWork in the unit of power
     */
    @Nullable
    Choice best(int to, double mostWork) {
        double there = used(to);
        if (Double.isNaN(there)) {
            return null;
        }
        Choice best = null;
        for (MovableWorker worker : view.movable()) {
            if (taken.contains(worker.worker()) || !rules.rest().isOver(worker, view.nowNanos())) {
                continue;
            }
            for (MovableWorker.Target target : worker.targets()) {
                if (target.process() == to) {
                    Choice choice = weighed(worker, target, there);
                    if (choice != null
                            && choice.demand() * view.power(view.self()) <= mostWork
                            && isBetter(choice, best)) {
                        best = choice;
                    }
                }
            }
        }
        return best;
    }

    private @Nullable Choice weighed(MovableWorker worker, MovableWorker.Target target, double there) {
        double demand = view.demandOf(worker);
        if (demand <= 0) {
            return null;
        }
        double before = used(view.self());
        double less = demand / view.threads(view.self());
        double more = demand * view.power(view.self()) / view.power(target.process()) / view.threads(target.process());
        double preferred = target.weight() / worker.weightHere();
        double after = Math.max(before - less, (there + more) / preferred);
        double gain = before - after;
        double saved = gain * rules.horizonNanos() - view.moveNanos(worker.stateBytes(), target.process());
        return gain >= LEAST_PART * less && saved > 0 ? new Choice(worker, target, demand, saved) : null;
    }

    private static boolean isBetter(Choice choice, @Nullable Choice best) {
        if (best == null || choice.saved() > best.saved()) {
            return true;
        }
        return choice.saved() == best.saved()
                && choice.target().besideNeighbour()
                && !best.target().besideNeighbour();
    }

    /** Decides a move; the next is weighed with it. */
    WorkerDecision.Move move(Choice choice, String strategy) {
        int to = choice.target().process();
        String reason = String.format(
                Locale.ROOT,
                "%s: process %d is used to %.2f, process %d to %.2f, by this worker to %.2f",
                strategy,
                view.self(),
                used(view.self()),
                to,
                used(to),
                choice.demand() / view.threads(view.self()));
        demands.put(view.self(), Math.max(0, demand(view.self()) - choice.demand()));
        demands.put(to, demand(to) + choice.demand() * view.power(view.self()) / view.power(to));
        taken.add(choice.worker().worker());
        rules.rest().sent(choice.worker().worker(), view.nowNanos());
        return new WorkerDecision.Move(choice.worker().worker(), to, reason);
    }

    private double demand(int process) {
        return demands.computeIfAbsent(process, number -> {
            WorkerLoad load = number == view.self() ? view.own() : view.load(number);
            return load == null ? Double.NaN : load.demand();
        });
    }
}
