package org.moide.engine.core;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.pool.PoolWithoutThreads;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.port.ObjectCodec;
import org.moide.engine.Report;
import org.moide.engine.TaskApplication;
import org.moide.engine.bag.Tasks;
import org.moide.engine.compute.Voice;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;

/**
 * The coordinator's side of the balancing for a bag on the engines of an {@link EngineRig}: it lends the tasks, which
 * read no data objects, and takes the results.
 */
final class RigRoot implements LoanOutput.RootHandler {
    private final EngineRig rig;
    private final EngineRun run;
    private final ObjectCodec codec;
    private final RootBalancer balancer;
    private final List<Serializable> accepted = new ArrayList<>();
    private final Queue<Long> taken = new ArrayDeque<>();
    private Membership members;
    private EngineReport.@Nullable Failed failed;

    RigRoot(EngineRig rig, ObjectCodec codec, FailurePolicy failures, int[] threads, EngineRun run) {
        this.rig = rig;
        this.run = run;
        this.codec = codec;
        int[] seats = new int[threads.length];
        for (int seat = 0; seat < seats.length; seat++) {
            seats[seat] = seat;
        }
        this.members = EngineRig.members(1, threads, seats);
        this.balancer = RootBalancer.of(
                PoolWithoutThreads.create(),
                Strategies.make(StrategySpec.of(Strategies.DEFAULT), Membership.ROOT, new SplittableRandom(6), null),
                PoolCompletion.WHEN_COMPLETE,
                BalancerLimits.DEFAULT.withoutSilence(),
                new BalancerParts(failures));
    }

    void begin(List<Serializable> tasks) {
        long now = EngineRig.CLOCK.nanoTime();
        perform(balancer.members(members, now));
        perform(balancer.put(
                tasks.stream().map(task -> Tasks.encoded(task, codec)).toList(), now));
        perform(balancer.complete(now));
        perform(balancer.begin(now));
    }

    long nextTickNanos() {
        return balancer.nextTickNanos();
    }

    /**
     * Handles a report if it is about loans of tasks, and performs the steps of the balancing that are due. Returns the
     * failure that ends the run; null if there is none.
     */
    EngineReport.@Nullable Failed step(EngineRig.@Nullable From from) {
        long now = EngineRig.CLOCK.nanoTime();
        if (from != null && from.report() instanceof EngineReport.Loan loan) {
            perform(balancer.receive(loan.letter(), now));
        } else if (from != null && from.report() instanceof EngineReport.Finished) {
            members = members.without(from.seat());
            perform(balancer.members(members, now));
        }
        perform(balancer.tick(now));
        return failed;
    }

    /** Merges all returned results, and lets the application handle them. */
    void handleResults(TaskApplication<?, ?> application) throws Exception {
        handle(application);
    }

    // The results come from this application, so they have the type R.
    @SuppressWarnings("unchecked")
    private <R extends Serializable> void handle(TaskApplication<?, R> application) throws Exception {
        R result = application.identity();
        for (Serializable part : accepted) {
            result = application.merge(result, (R) part);
        }
        Report report = new Voice(run::heard);
        application.handleResults(result, report);
    }

    private void perform(List<LoanOutput> outputs) {
        outputs.forEach(output -> output.handle(this));
        while (!taken.isEmpty()) {
            perform(balancer.resultTaken(taken.remove(), EngineRig.CLOCK.nanoTime()));
        }
    }

    private void fail(String why) {
        failed = EngineReport.Failed.ofSystem("the root", why);
    }

    @Override
    public void send(LoanOutput.Send send) {
        rig.tell(send.toMember(), new EngineCommand.Loan(send.letter()));
    }

    @Override
    public void resultAccepted(LoanOutput.ResultAccepted result) {
        accepted.add((Serializable) Objects.requireNonNull(codec.decode(result.result()), "a result"));
        if (result.room()) {
            taken.add(result.loan());
        }
    }

    @Override
    public void taskTriedAgain(LoanOutput.TaskTriedAgain again) {
        run.triedAgain.add(again.failure());
    }

    @Override
    public void taskGivenUp(LoanOutput.TaskGivenUp task) {
        run.givenUp.add(task.failure());
    }

    @Override
    public void tooManyTasksFailed(LoanOutput.TooManyTasksFailed task) {
        run.givenUp.add(task.failure());
        fail(task.failure().headline());
    }

    @Override
    public void runFailed(LoanOutput.RunFailed broken) {
        fail(broken.why());
    }

    @Override
    public void noRoom(LoanOutput.NoRoom none) {
        fail("there is no room for a result of " + none.resultBytes() + " bytes");
    }

    @Override
    public void neverWritten(LoanOutput.NeverWritten never) {
        fail("nobody writes data object " + never.id());
    }

    @Override
    public void loanBooked(LoanOutput.LoanBooked booked) {
        // This root has no journal.
    }

    @Override
    public void objectsWritten(LoanOutput.ObjectsWritten written) {
        fail("expected no data objects, found " + written);
    }

    @Override
    public void phaseDone(LoanOutput.PhaseDone done) {
        // There is only one phase, which ends when the pool is finished.
    }

    @Override
    public void poolFinished(LoanOutput.PoolFinished done) {
        // Engines learn it by letters, and report that they have finished.
    }
}
