package org.moide.balance.worker.strategy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Parameters;

/**
 * The moves of one decision, chosen one after the other. Each choice takes into account the loads after the earlier
 * moves.
 *
 * <p>A process's use is {@code demand / threads}. A move is between this process and another one. It is worth making if
 * two conditions hold. It lowers the use of the more used of the two by at least half of what the worker uses on this
 * process. And the time that it saves, if loads stay as they are, exceeds the time that the move costs. If a worker's
 * weight for a process is 2, that process counts as half as used for this worker.
 */
final class Draft {
    /**
     * The least gain of a move, as a part of the worker's use of its present process. If less were enough, a worker as
     * large as the difference between two processes would move to and fro.
     */
    private static final double LEAST_PART = 0.5;

    /** The least value, in seconds, of a parameter that is a time; the greatest is an hour. */
    private static final double LEAST_SECONDS = 0.001;

    private static final double MOST_SECONDS = 3600;

    private final WorkerView view;
    private final Rules rules;
    private final Map<Integer, Double> demands = new HashMap<>();
    private final Set<Long> taken = new HashSet<>();

    /**
     * A possible move that is worth making.
     *
     * @param demand the number of threads that the worker keeps busy on this process
     * @param saved the nanoseconds saved: the decrease in use of the more used of the two processes, multiplied by the
     *     horizon, less the cost of the move
     */
    record Choice(MovableWorker worker, MovableWorker.Target target, double demand, double saved) {}

    /**
     * The rules for choosing moves.
     *
     * @param rest tells which workers have to stay
     * @param horizonNanos the time for which loads are assumed to stay as they are
     */
    record Rules(Rest rest, long horizonNanos) {
        /**
         * Creates the rules from the strategy's parameters. By default a worker that has moved rests for one window, in
         * which its load is measured at its new place, and loads are assumed to stay as they are for several windows.
         */
        static Rules of(Parameters parameters) {
            return new Rules(
                    new Rest(parameters.nanosOfSeconds("rest", 0.5, 0, MOST_SECONDS)),
                    parameters.nanosOfSeconds("horizon", 2, LEAST_SECONDS, MOST_SECONDS));
        }
    }

    Draft(WorkerView view, Rules rules) {
        this.view = view;
        this.rules = rules;
    }

    /** Returns the use of a process's threads; 1 if all are busy, NaN if unknown. */
    double used(int process) {
        return demand(process) / view.threads(process);
    }

    /** Returns the demand of a process in units of power: threads multiplied by their speed. */
    double work(int process) {
        return demand(process) * view.power(process);
    }

    /** Returns the move to this process that saves most; null if none is worth making. */
    @Nullable
    Choice best(int to) {
        return best(to, Double.POSITIVE_INFINITY);
    }

    /**
     * Returns the move to this process that saves most, among workers that need no more than {@code mostWork}; null if
     * none is worth making.
     *
     * @param mostWork in units of power
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

    /** Makes the decision to move a worker; later choices take it into account. */
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
