package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The receiver-initiated strategy of ALDY (§4.2). A process that is under its receive threshold asks the processes that hold a
 * neighbour of a worker of its own, one after the other, and if there is none the others, the most used first. Who exceeds its
 * send threshold moves a worker there, if that is worth it ({@link Draft}); else it refuses. Who got nothing waits before it
 * asks again.
 *
 * <p>The text's example waits for 1.5 s of idleness and averages over 5 s, for tasks of seconds on workstations of
 * 1995. Ours are a tenth of that and less, for tasks of milliseconds: 50 ms are ten looks at a load that changes.
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
