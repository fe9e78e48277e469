package org.moide.coordinator.run.core;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.MemberDeath;
import org.moide.balance.loan.TaskShelf;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.reconfigure.ChangeHistory;
import org.moide.coordinator.reconfigure.CutPairs;
import org.moide.coordinator.reconfigure.EnginePlace;
import org.moide.coordinator.run.bag.BagPart;
import org.moide.coordinator.run.spmd.SpmdPart;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RootMaker;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.run.state.RunOutputs;
import org.moide.coordinator.run.state.RunPart;
import org.moide.coordinator.run.state.RunSettings;
import org.moide.coordinator.run.state.Seat;
import org.moide.coordinator.run.state.SeatWatch;
import org.moide.coordinator.run.state.Seats;
import org.moide.coordinator.run.state.StallWatch;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Timing;

/**
 * The core of a run. It has all that the coordinator knows of the run, and makes its decisions: which engines take
 * part, which of them are alive, and when the run is over. A {@link RunPart} for a bag of tasks or for an SPMD
 * application makes the decisions that depend on the kind of run.
 *
 * <p>One control thread steps the core. No method blocks; each returns a list of acts, which the caller carries out.
 * Times are nanoseconds of a clock that never goes back. The same arguments, events and times give the same acts.
 */
public final class RunCore {
    private final Seats seats;
    private final SeatWatch watch;
    private final CutPairs pairs;
    private final ChangeHistory history;
    private final RunOutputs outputs = new RunOutputs();
    private final RunPart part;
    private boolean over;

    /**
     * Creates the core. Its first event must be {@link RunCoreEvent.Began}.
     *
     * @param engines the engines in the order of their numbers
     * @param classes the class loader for a strategy of the application; null if it has none
     * @param shelf the storage for a bag's waiting tasks that do not fit into memory
     */
    public RunCore(
            RunSettings settings,
            List<AssembledEngine> engines,
            @Nullable ClassLoader classes,
            TaskShelf shelf,
            long nowNanos) {
        Timing timing = settings.timing();
        this.seats = new Seats(engines, timing, nowNanos);
        this.watch = new SeatWatch(timing, new StallWatch(timing, settings.stallAfterNanos(), nowNanos), nowNanos);
        this.pairs = new CutPairs(timing);
        this.history = new ChangeHistory(nowNanos);
        RootMaker roots = new RootMaker(settings, classes, shelf);
        this.part = settings.kind() instanceof RunSettings.Bag bag
                ? new BagPart(settings, bag, roots, seats, history, outputs, nowNanos)
                : new SpmdPart(settings, (RunSettings.Spmd) settings.kind(), roots, seats, history, outputs, nowNanos);
    }

    /** Handles an event. Returns the acts that follow from it. */
    public List<RunAct> step(RunCoreEvent event, long nowNanos) {
        if (over) {
            return List.of();
        }
        event.handle(new At(nowNanos));
        return done(nowNanos);
    }

    /** Checks the time limits of the run, such as those of silent engines. Returns the acts that follow. */
    public List<RunAct> tick(long nowNanos) {
        if (over) {
            return List.of();
        }
        part.endIfDue(nowNanos);
        if (outputs.ending() == null) {
            watch.tick(seats, part.areBooksClosed(), nowNanos).forEach(verdict -> take(verdict, nowNanos));
        }
        if (outputs.ending() == null) {
            perform(pairs.tick(places(), part.first(), nowNanos), nowNanos);
        }
        if (outputs.ending() == null) {
            part.tick(nowNanos);
        }
        return done(nowNanos);
    }

    /**
     * Returns when {@link #tick} must be called at the latest; {@link Long#MAX_VALUE} if only an event can lead to
     * acts.
     */
    long nextTickNanos() {
        return over ? Long.MAX_VALUE : part.nextTickNanos();
    }

    private void reported(Seat seat, EngineReport report, long nowNanos) {
        // An engine that was declared lost may still report lines of the application.
        if (seat.active() || report instanceof EngineReport.Said) {
            report.handle(new Heard(seat, nowNanos));
        }
    }

    private void take(SeatWatch.Verdict verdict, long nowNanos) {
        if (verdict instanceof SeatWatch.Lost found) {
            lost(found.seat(), MemberDeath.unexplained(found.cause()), nowNanos);
        } else if (verdict instanceof SeatWatch.Late late) {
            String what = "goes on without the figures of " + late.seat().name() + ": " + late.cause();
            gone(late.seat(), what, MemberDeath.unexplained(late.cause()), nowNanos);
        } else if (verdict instanceof SeatWatch.Silent silent && silent.seat().active()) {
            part.silent(silent.seat(), nowNanos);
        } else if (verdict instanceof SeatWatch.Stalled stalled) {
            outputs.note(stalled.line());
        }
    }

    private List<EnginePlace> places() {
        return seats.active().stream().map(seat -> seat.engine().place()).toList();
    }

    /**
     * Carries out a decision of {@link CutPairs} about engines that do not reach each other. If all tasks are done, no
     * engine leaves, since engines then need not reach each other.
     */
    private void perform(CutPairs.@Nullable Wanted wanted, long nowNanos) {
        if (wanted instanceof CutPairs.Ask ask) {
            seats.active().forEach(seat -> outputs.tell(seat, ask.probe()));
        } else if (wanted instanceof CutPairs.Leave leave && !part.areBooksClosed()) {
            leave.seats().forEach((number, why) -> seats.at(number, seat -> cutOff(seat, why, nowNanos)));
        }
    }

    /**
     * Makes a living engine leave, because other engines do not reach it. When its process ends afterwards, that does
     * not count as another loss.
     */
    private void cutOff(Seat seat, String why, long nowNanos) {
        seats.cutOff(seat);
        outputs.tell(seat, new EngineCommand.Cease(why, false));
        gone(seat, why, MemberDeath.unexplained(why), nowNanos);
    }

    private void change(RunCoreEvent.ChangeWanted wanted, long nowNanos) {
        wanted.order().handle(new ChangeOrder.Handler() {
            @Override
            public void drain(ChangeOrder.Drain drain) {
                RunCore.this.drain(drain, wanted, nowNanos);
            }

            @Override
            public void ofEngines(ChangeOrder.OfEngines order) {
                String cutOff = wanted.why().byCommand() ? null : cutOff(order);
                if (cutOff != null) {
                    outputs.answer(wanted.question(), ChangeAnswer.refused(cutOff));
                    return;
                }
                part.change(wanted.question(), order, wanted.why(), nowNanos);
            }
        });
    }

    /**
     * Returns why an order of the run itself may not start an engine on the hosts that it names; null if it may. A host
     * is refused if its engine left because other engines did not reach it.
     */
    private @Nullable String cutOff(ChangeOrder.OfEngines order) {
        for (int number : seats.cutOff()) {
            Seat left = seats.find(number);
            if (left != null && order.hosts().stream().anyMatch(host -> left.isAt(host.toString()))) {
                return left.name() + " could not be reached by another engine: only a command makes one there again";
            }
        }
        return null;
    }

    /** Makes all engines on a host leave. The order is the same for all kinds of program. */
    private void drain(ChangeOrder.Drain drain, RunCoreEvent.ChangeWanted wanted, long nowNanos) {
        List<Integer> there = seats.active().stream()
                .filter(seat -> seat.isAt(drain.host()) && seat.state() != Seat.State.LEAVING)
                .map(Seat::number)
                .toList();
        if (there.isEmpty()) {
            String why = "expected a host with engines of this run, found none on " + drain.host() + "; they are on "
                    + String.join(", ", seats.hosts());
            outputs.answer(wanted.question(), ChangeAnswer.refused(why));
        } else {
            part.change(wanted.question(), new ChangeOrder.Leave(there), wanted.why(), nowNanos);
        }
    }

    private void lost(Seat seat, MemberDeath death, long nowNanos) {
        gone(seat, seat.name() + " was lost: " + death.cause(), death, nowNanos);
    }

    private void gone(Seat seat, String what, MemberDeath death, long nowNanos) {
        if (outputs.ending() == null && seat.active()) {
            seat.advance(Seat.State.LOST);
            part.lost(seat, what, death, nowNanos);
        }
    }

    /**
     * Returns the state of the run. While the run goes on, the event {@link RunCoreEvent.StatusWanted} asks for the
     * same.
     */
    public RunStatus status(long nowNanos) {
        LoanTotals totals = part.totals();
        return history.status(
                        part.state(),
                        totals.executedTasks(),
                        totals.putTasks() + totals.createdTasks(),
                        seats.statuses(),
                        nowNanos)
                .with(part.work())
                .waiting(history.waits(seats.lookedThreads(), nowNanos));
    }

    /** Returns the acts that were decided since the last call. If the run has ended, its end is among them. */
    private List<RunAct> done(long nowNanos) {
        RunEnding ending = outputs.ending();
        if (ending != null) {
            over = true;
            end(ending, nowNanos);
        }
        return outputs.take();
    }

    private void end(RunEnding ending, long nowNanos) {
        for (Seat seat : seats.all()) {
            if (seat.state() != Seat.State.LOST) {
                outputs.tell(seat, new EngineCommand.Cease(ending.headline(), ending instanceof RunEnding.Complete));
            }
        }
        part.over(ending.headline(), nowNanos);
        outputs.add(new RunAct.Ended(new RunOutcome(
                ending,
                part.engines(),
                part.totals(),
                part.lent(),
                part.failedTasks(),
                part.workers(),
                history.changes(),
                part.isResumable(ending))));
    }

    /** Handles events at a given time, with a method for each kind. */
    private final class At implements RunCoreEvent.Handler {
        private final long nowNanos;

        At(long nowNanos) {
            this.nowNanos = nowNanos;
        }

        @Override
        public void began(RunCoreEvent.Began began) {
            part.begin(nowNanos);
        }

        @Override
        public void reported(RunCoreEvent.Reported reported) {
            Seat seat = seats.find(reported.engine());
            if (seat != null) {
                seat.heard(reported.report(), nowNanos);
                RunCore.this.reported(seat, reported.report(), nowNanos);
            }
        }

        @Override
        public void lifelineOpened(RunCoreEvent.LifelineOpened opened) {
            seats.at(opened.engine(), Seat::lifelineOpened);
        }

        @Override
        public void lifelineClosed(RunCoreEvent.LifelineClosed closed) {
            seats.at(closed.engine(), seat -> seat.lifelineClosed(nowNanos));
        }

        @Override
        public void engineEnded(RunCoreEvent.EngineEnded ended) {
            seats.at(ended.engine(), seat -> lost(seat, ended.death(), nowNanos));
        }

        @Override
        public void engineMade(RunCoreEvent.EngineMade made) {
            part.made(seats.add(made.engine(), nowNanos), nowNanos);
        }

        @Override
        public void engineNotMade(RunCoreEvent.EngineNotMade notMade) {
            part.notMade(notMade, nowNanos);
        }

        @Override
        public void changeWanted(RunCoreEvent.ChangeWanted wanted) {
            RunCore.this.change(wanted, nowNanos);
        }

        @Override
        public void statusWanted(RunCoreEvent.StatusWanted wanted) {
            outputs.add(new RunAct.Status(wanted.question(), status(nowNanos)));
        }

        @Override
        public void journalSynced(RunCoreEvent.JournalSynced synced) {
            part.journalSynced(synced.upTo(), nowNanos);
        }

        @Override
        public void commitWritten(RunCoreEvent.CommitWritten written) {
            part.commitWritten(written, nowNanos);
        }

        @Override
        public void restoreCallsFound(RunCoreEvent.RestoreCallsFound found) {
            part.restoreCallsFound(found.any(), nowNanos);
        }

        @Override
        public void tasksCreated(RunCoreEvent.TasksCreated created) {
            part.tasksCreated(created, nowNanos);
        }

        @Override
        public void resultTaken(RunCoreEvent.ResultTaken taken) {
            part.resultTaken(taken.loan(), nowNanos);
        }

        @Override
        public void resultsHandled(RunCoreEvent.ResultsHandled handled) {
            part.resultsHandled();
        }

        @Override
        public void applicationFailed(RunCoreEvent.ApplicationFailed failed) {
            outputs.end(new RunEnding.Failed(RunEnding.Cause.APPLICATION_HERE, failed.failure()));
        }

        @Override
        public void interrupted(RunCoreEvent.Interrupted interrupted) {
            outputs.end(new RunEnding.Interrupted());
        }
    }

    /** Handles reports of engines, with a method for each kind. */
    private final class Heard implements EngineReport.Handler {
        private final Seat seat;
        private final long nowNanos;

        Heard(Seat seat, long nowNanos) {
            this.seat = seat;
            this.nowNanos = nowNanos;
        }

        @Override
        public void registered(EngineReport.Registered registered) {
            part.registered(seat, registered, nowNanos);
        }

        @Override
        public void beat(EngineReport.Beat beat) {
            part.beat(seat, beat, nowNanos);
        }

        @Override
        public void looked(EngineReport.Looked looked) {
            part.looked(nowNanos);
        }

        @Override
        public void loan(EngineReport.Loan loan) {
            part.letter(loan.letter(), nowNanos);
        }

        @Override
        public void said(EngineReport.Said said) {
            if (part.isNew(said)) {
                outputs.add(new RunAct.Said(seat.number(), said.utterance()));
            }
        }

        @Override
        public void restorable(EngineReport.Restorable restorable) {
            part.ofEpoch(seat, restorable, nowNanos);
        }

        @Override
        public void checkpointStored(EngineReport.CheckpointStored stored) {
            part.ofEpoch(seat, stored, nowNanos);
        }

        @Override
        public void left(EngineReport.Left left) {
            part.left(seat, left, nowNanos);
        }

        @Override
        public void released(EngineReport.Released released) {
            part.released(seat, released, nowNanos);
        }

        @Override
        public void joined(EngineReport.Joined joined) {
            part.ofEpoch(seat, joined, nowNanos);
        }

        @Override
        public void recorded(EngineReport.Recorded recorded) {
            outputs.add(new RunAct.Recorded(seat.number(), recorded));
        }

        @Override
        public void finished(EngineReport.Finished finished) {
            part.finished(seat, finished, nowNanos);
        }

        @Override
        public void failed(EngineReport.Failed failed) {
            part.failed(seat, failed, nowNanos);
        }

        @Override
        public void unreached(EngineReport.Unreached unreached) {
            perform(pairs.told(seat.number(), unreached, places(), part.first(), nowNanos), nowNanos);
        }
    }
}
