package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * ALDY's receiver-initiated strategy (§4.2). A process under its receive threshold asks for a worker: first the
 * processes with a neighbour of one of its workers, one after the other. If there are none, it asks the other
 * processes, the most used first. The asked process gives a worker if it exceeds its send threshold and the move is
 * worth making ({@link Draft}); otherwise it refuses. A process that got no worker waits before it asks again.
 *
 * <p>The example in ALDY's text waits for 1.5 s of idleness and averages over 5 s, for tasks of seconds on workstations
 * of 1995. Our defaults are a tenth of that or less, for tasks of milliseconds: 50 ms are ten steps of the balancer.
 */
final class Receiver implements WorkerStrategy {
    private final Threshold receive;
    private final Threshold send;
    private final PollingRound polling;
    private final Draft.Rules rules;
    private final RandomGenerator random;

    Receiver(WorkerStrategySetup setup) {
        this.receive = Threshold.parameter(setup.parameters(), "receive", "idle(0.05)");
        this.send = Threshold.parameter(setup.parameters(), "send", "avg(0.6, 0.5)");
        this.polling = PollingRound.of(setup.parameters());
        this.rules = Draft.Rules.of(setup.parameters());
        this.random = setup.random();
    }

    @Override
    public List<WorkerDecision> decide(WorkerView view) {
        List<WorkerDecision> decisions = new ArrayList<>();
        Draft draft = new Draft(view, rules);
        Answers.give(view, draft, !send.isExceeded(view), "receiver", decisions);
        view.offers().forEach(offer -> decisions.add(new WorkerDecision.Refuse(offer.process())));
        if (receive.isUnder(view)) {
            Collection<Integer> near = view.neighbourProcesses();
            Collection<Integer> asked = near.isEmpty() ? Answers.others(view) : near;
            polling.next(view, () -> Answers.mostUsedFirst(view, draft, asked, random))
                    .ifPresent(process -> decisions.add(new WorkerDecision.Ask(process)));
        }
        return decisions;
    }
}
