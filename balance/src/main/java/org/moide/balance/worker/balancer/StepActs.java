package org.moide.balance.worker.balancer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.moide.balance.worker.strategy.MovableWorker;
import org.moide.balance.worker.strategy.WorkerDecision;
import org.moide.balance.worker.strategy.WorkerLoad;
import org.moide.balance.worker.strategy.WorkerView;

/** The handler that turns a strategy's decisions into letters and moves, within the limits and directives. */
final class StepActs implements WorkerDecision.Handler {
    private final StepView view;
    private final BalanceLimits limits;
    private final KnownLoads known;
    private final ToldLoads told;
    private final AskedQuestions ours;
    private final OpenQuestions theirs;
    private final LetterBudget budget;
    private final Permit permit;
    private final List<BalanceStep.Addressed> letters = new ArrayList<>();
    private final List<WorkerDecision.Move> moves = new ArrayList<>();
    private final Set<Long> moved = new HashSet<>();

    /** A test whether a worker's directives allow it to move to a process. */
    @FunctionalInterface
    interface Permit {
        boolean isGiven(long worker, int process);
    }

    StepActs(
            StepView view,
            BalanceLimits limits,
            KnownLoads known,
            ToldLoads told,
            AskedQuestions ours,
            OpenQuestions theirs,
            LetterBudget budget,
            Permit permit) {
        this.view = view;
        this.limits = limits;
        this.known = known;
        this.told = told;
        this.ours = ours;
        this.theirs = theirs;
        this.budget = budget;
        this.permit = permit;
    }

    List<BalanceStep.Addressed> letters() {
        return letters;
    }

    List<WorkerDecision.Move> moves() {
        return moves;
    }

    @Override
    public void ask(WorkerDecision.Ask ask) {
        if (mayAsk(ask.process())) {
            theirs.takenUp(ask.process());
            long question = ours.ask(ask.process(), false, view.nowNanos());
            send(ask.process(), new BalanceLetter.WorkerWanted(question, view.own()));
        }
    }

    @Override
    public void offer(WorkerDecision.Offer offer) {
        if (mayAsk(offer.process())) {
            long question = ours.ask(offer.process(), true, view.nowNanos());
            send(offer.process(), new BalanceLetter.WorkerOffered(question, view.own()));
        }
    }

    @Override
    public void move(WorkerDecision.Move move) {
        MovableWorker worker = view.movable().stream()
                .filter(movable -> movable.worker() == move.worker())
                .findFirst()
                .orElse(null);
        if (worker == null
                || moves.size() >= limits.mostMovesAtOnce()
                || !worker.mayMoveTo(move.process())
                || moved.contains(move.worker())
                || !permit.isGiven(move.worker(), move.process())) {
            return;
        }
        moved.add(move.worker());
        moves.add(move);
        theirs.answered(move.process());
        double demand = view.demandOf(worker);
        double there = demand * view.power(view.self()) / view.power(move.process());
        known.moved(move.process(), demand, there, view.nowNanos());
    }

    @Override
    public void refuse(WorkerDecision.Refuse refuse) {
        OpenQuestions.Open question = isOther(refuse.process()) ? theirs.answered(refuse.process()) : null;
        if (question != null && budget.take(view.nowNanos())) {
            send(refuse.process(), new BalanceLetter.WorkerRefused(question.number(), view.own()));
        }
    }

    @Override
    public void tell(WorkerDecision.Tell tell) {
        long news = tell.whatIsKnown() ? known.news() : 0;
        for (int process : tell.processes()) {
            if (isOther(process)
                    && told.isDue(process, view.own(), news, view.nowNanos())
                    && budget.take(view.nowNanos())) {
                List<WorkerLoad> loads = new ArrayList<>();
                loads.add(view.own());
                if (tell.whatIsKnown()) {
                    loads.addAll(known.newest(BalanceLetter.MOST_LOADS - 1, process, view.nowNanos()));
                }
                send(process, new BalanceLetter.LoadTold(loads));
                told.told(process, view.own(), news, view.nowNanos());
            }
        }
    }

    /**
     * Tells this process's load to those processes that were last told that there is no worker here, if there are some
     * now. Otherwise they might send workers here whose neighbours are elsewhere.
     */
    void tellWhoTakesThisForEmpty() {
        for (int process = 0; view.own().workers() > 0 && process < view.processes(); process++) {
            if (isOther(process) && told.saidEmpty(process) && budget.take(view.nowNanos())) {
                send(process, new BalanceLetter.LoadTold(List.of(view.own())));
            }
        }
    }

    private boolean mayAsk(int process) {
        return isOther(process) && view.asked(process) != WorkerView.Asked.OPEN && budget.take(view.nowNanos());
    }

    private boolean isOther(int process) {
        return process != view.self() && view.isThere(process);
    }

    /** Sends a letter to a process. Every letter contains this process's load, so that process counts as told. */
    private void send(int process, BalanceLetter letter) {
        told.told(process, view.own(), 0, view.nowNanos());
        letters.add(new BalanceStep.Addressed(process, letter));
    }
}
