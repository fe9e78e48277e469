package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * The sender-initiated counterpart of {@link Receiver}. A process that exceeds its send threshold offers a worker to
 * the processes to which one of its workers may move, one after the other: first those with a neighbour of the worker,
 * and among these the least used first. A process under its receive threshold accepts the offer by asking for a worker;
 * others refuse. A process whose offers were all refused waits before it offers again.
 *
 * <p>By default both thresholds are averages. With a receive threshold that demands idleness, a process would often
 * refuse workers that it needs soon.
 */
final class Sender implements WorkerStrategy {
    private final Threshold receive;
    private final Threshold send;
    private final PollingRound polling;
    private final Draft.Rules rules;
    private final RandomGenerator random;

    Sender(WorkerStrategySetup setup) {
        this.receive = Threshold.parameter(setup.parameters(), "receive", "avg(0.5, 0.5)");
        this.send = Threshold.parameter(setup.parameters(), "send", "avg(0.9, 0.5)");
        this.polling = PollingRound.of(setup.parameters());
        this.rules = Draft.Rules.of(setup.parameters());
        this.random = setup.random();
    }

    @Override
    public List<WorkerDecision> decide(WorkerView view) {
        List<WorkerDecision> decisions = new ArrayList<>();
        Answers.tellIfEmpty(view, decisions);
        Draft draft = new Draft(view, rules);
        boolean sends = send.isExceeded(view);
        Answers.give(view, draft, !sends, "sender", decisions);
        boolean takes = receive.isUnder(view);
        for (WorkerView.Question offer : view.offers()) {
            decisions.add(takes ? new WorkerDecision.Ask(offer.process()) : new WorkerDecision.Refuse(offer.process()));
            takes = false; // one offer is enough until its worker is here
        }
        if (sends && view.own().activeWorkers() > 1) {
            polling.next(view, () -> leastUsedFirst(view, draft))
                    .ifPresent(process -> decisions.add(new WorkerDecision.Offer(process)));
        }
        return decisions;
    }

    private List<Integer> leastUsedFirst(WorkerView view, Draft draft) {
        Set<Integer> beside = new TreeSet<>();
        Set<Integer> other = new TreeSet<>();
        for (MovableWorker worker : view.movable()) {
            if (view.demandOf(worker) > 0) {
                worker.targets().forEach(target -> (target.besideNeighbour() ? beside : other).add(target.process()));
            }
        }
        other.removeAll(beside);
        List<Integer> ordered = Answers.mostUsedFirst(view, draft, other, random);
        ordered.addAll(Answers.mostUsedFirst(view, draft, beside, random));
        Collections.reverse(ordered);
        return ordered;
    }
}
