package org.moide.coordinator.run;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Balancer;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.registration.Registration;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Utterance;

/**
 * What the compute coordinator knows and decides in one run, stepped by its control thread: registration, the global pool,
 * who is alive, and when the run is over. It calls nothing that blocks: commands go to outboxes, user code to the results
 * thread.
 */
final class RunCore {
    private final Registration registration;
    private final Seats seats;
    private final SeatWatch watch;
    private final Balancer balancer;
    private final Tuning collectives;
    private final StrategySpec strategy;
    private final TaskSettings tasks;
    private final FailedTasks failedTasks;
    private final long seed;
    private Membership members;
    private LoanTotals engineLoans = LoanTotals.NONE;
    private boolean engineLost;
    private final boolean bag;
    private final Surroundings surroundings;
    private @Nullable Map<String, Long> sharedBytes;
    private int recordedTasks;
    private boolean started;
    private boolean poolFinished;
    private boolean resultsHandled;
    private long tasksDone;
    private @Nullable RunOutcome outcome;

    /** What the core acts on; called on the control thread, nothing here may block. */
    interface Surroundings {
        /** What the application said. */
        void said(int engine, Utterance utterance);

        /** A bag's tasks: so many done of those known so far. */
        void progress(long done, long known);

        /** A line for the user about the run itself. */
        void note(String line);

        /** A part of what an engine recorded of its tasks. */
        void recorded(int engine, EngineReport.Recorded recorded);

        /** A loan's result came home, once. */
        void result(byte[] encoded);

        /** All results have come home. */
        void resultsComplete();

        /** Has an engine made; what becomes of it comes as an event. */
        void recruit(Recruitment wanted);

        void ended(RunOutcome outcome);
    }

    /**
     * Makes the core.
     *
     * @param seats by their numbers, from 0
     * @param balancer the root of the balancing
     * @param strategy what engines balance by
     * @param tasks how engines treat tasks
     * @param seed the strategies' chance
     * @param bag whether the application is a bag of tasks, which shares more before it starts; else it is SPMD
     * @param sharedBytes names and sizes of what is shared so far
     */
    RunCore(
            Tuning collectives,
            List<Seat> seats,
            Balancer balancer,
            StrategySpec strategy,
            TaskSettings tasks,
            long seed,
            boolean bag,
            Map<String, Long> sharedBytes,
            Surroundings surroundings,
            long nowNanos) {
        this.collectives = collectives;
        this.seats = new Seats(seats);
        this.watch = new SeatWatch(new Verdicts(), nowNanos);
        this.registration = this.seats.registration(1);
        this.balancer = balancer;
        this.strategy = strategy;
        this.tasks = tasks;
        this.seed = seed;
        this.bag = bag;
        this.surroundings = surroundings;
        this.failedTasks = new FailedTasks(surroundings::note);
        this.sharedBytes = bag ? null : Map.copyOf(sharedBytes);
        this.members = this.seats.members();
        perform(balancer.members(members, nowNanos));
    }

    /** Before {@link #register}: each thread writes down so many of its tasks. */
    void recordTasks(int ofEachThread) {
        recordedTasks = ofEachThread;
    }

    /** The first step: everybody learns who is who. */
    void register() {
        List<Double> powers = seats.powers();
        for (Seat seat : seats.active()) {
            seat.tell(new EngineCommand.Register(registration, seat.number(), powers, collectives));
        }
    }

    void step(RunEvent event, long nowNanos) {
        if (outcome != null) {
            return;
        }
        if (event instanceof RunEvent.Reported reported) {
            seats.at(reported.engine(), seat -> {
                seat.heard(nowNanos);
                reported(seat, reported.report(), nowNanos);
            });
        } else if (event instanceof RunEvent.LifelineOpened opened) {
            seats.at(opened.engine(), Seat::lifelineOpened);
        } else if (event instanceof RunEvent.LifelineClosed closed) {
            seats.at(closed.engine(), seat -> seat.lifelineClosed(nowNanos));
        } else if (event instanceof RunEvent.EngineEnded ended) {
            seats.at(ended.engine(), seat -> lost(seat, ended.cause(), nowNanos));
        } else if (event instanceof RunEvent.EngineMade made) {
            seats.add(made.seat());
        } else if (event instanceof RunEvent.EngineNotMade notMade) {
            surroundings.note("there will be no engine-" + notMade.seat() + ": " + notMade.why());
        } else if (event instanceof RunEvent.TasksCreated created) {
            sharedBytes = created.sharedBytes();
            perform(balancer.put(created.tasks(), nowNanos));
            perform(balancer.complete(nowNanos));
            startWhenReady();
        } else if (event instanceof RunEvent.ResultsHandled) {
            resultsHandled = true;
            finishWhenDone();
        } else if (event instanceof RunEvent.ApplicationFailed failed) {
            end(failed.failure(), false);
        } else if (event instanceof RunEvent.Interrupted) {
            end(null, true);
        }
    }

    /** Wants one engine more: {@link RunEvent.EngineMade} or {@link RunEvent.EngineNotMade} will come for it. */
    void recruit(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, Recruitment.Reach reach) {
        surroundings.recruit(new Recruitment(seats.next(), hosts, threads, seats.activeNumbers(), awayFrom, reach));
    }

    /** Does what is due; answers when it wants to be called again at the latest. */
    long tick(long nowNanos) {
        if (outcome != null) {
            return Long.MAX_VALUE;
        }
        watch.tick(seats, nowNanos);
        if (outcome == null && started) {
            perform(balancer.tick(nowNanos));
            showProgress();
        }
        return started ? balancer.nextTickNanos() : Long.MAX_VALUE;
    }

    private final class Verdicts implements SeatWatch.Verdicts {
        @Override
        public void lost(Seat seat, String cause, long nowNanos) {
            RunCore.this.lost(seat, cause, nowNanos);
        }

        @Override
        public void silent(Seat seat, long nowNanos) {
            if (bag && started) {
                seat.loansTaken(nowNanos);
                perform(balancer.borrowerLost(seat.number(), nowNanos));
            }
        }
    }

    private void reported(Seat seat, EngineReport report, long nowNanos) {
        if (report instanceof EngineReport.Said said) {
            surroundings.said(seat.number(), said.utterance());
        } else if (!seat.active()) {
            return; // an engine that was declared lost may still have things to say
        } else if (report instanceof EngineReport.Registered) {
            seat.advance(Seat.State.REGISTERED);
            startWhenReady();
        } else if (report instanceof EngineReport.Loan loan) {
            perform(balancer.receive(loan.letter(), nowNanos));
        } else if (report instanceof EngineReport.Recorded recorded) {
            surroundings.recorded(seat.number(), recorded);
        } else if (report instanceof EngineReport.Finished finished) {
            seat.finished(finished.statistics());
            engineLoans = engineLoans.plus(finished.loans());
            leave(seat, nowNanos);
            finishWhenDone();
        } else if (report instanceof EngineReport.Failed failed) {
            end(failed, false);
        }
    }

    private void startWhenReady() {
        Map<String, Long> shared = sharedBytes;
        if (!started && !seats.any(Seat.State.ASSEMBLED) && shared != null) {
            started = true;
            seats.tellActive(
                    new EngineCommand.Start(shared, bag, strategy, tasks, seed, members, seats.nodes(), recordedTasks));
        }
    }

    /** It takes no more part in the balancing; while there is something to balance, the others are told. */
    private void leave(Seat seat, long nowNanos) {
        members = members.without(seat.number());
        perform(balancer.members(members, nowNanos));
        if (!started || poolFinished) {
            return;
        }
        seats.tellActive(new EngineCommand.Members(members, seats.nodes()));
    }

    private void perform(List<LoanOutput> outputs) {
        for (LoanOutput output : outputs) {
            if (output instanceof LoanOutput.Send send) {
                seats.at(send.toMember(), seat -> {
                    if (seat.active()) {
                        seat.tell(new EngineCommand.Loan(send.letter()));
                    }
                });
            } else if (output instanceof LoanOutput.ResultAccepted accepted) {
                surroundings.result(accepted.result());
            } else if (output instanceof LoanOutput.PoolFinished) {
                poolFinished = true;
                showProgress();
                surroundings.resultsComplete();
            } else if (output instanceof LoanOutput.TaskTriedAgain again) {
                failedTasks.triedAgain(again);
            } else if (output instanceof LoanOutput.TaskGivenUp givenUp) {
                failedTasks.givenUp(givenUp);
            } else if (output instanceof LoanOutput.TooManyTasksFailed failed) {
                end(FailedTasks.failureOfRun(failed), false);
            } else if (output instanceof LoanOutput.RunFailed failed) {
                end(failure(failed.why()), false);
            }
        }
    }

    private void showProgress() {
        LoanTotals totals = balancer.totals();
        if (totals.executedTasks() + totals.failedTasks() != tasksDone) {
            tasksDone = totals.executedTasks() + totals.failedTasks();
            surroundings.progress(tasksDone, totals.putTasks() + totals.createdTasks());
        }
    }

    private void finishWhenDone() {
        boolean threadsReturned = seats.active().isEmpty();
        if (outcome != null || !threadsReturned || (bag && !resultsHandled)) {
            return;
        }
        LoanTotals totals = balancer.totals();
        long left = totals.putTasks() + totals.createdTasks() - totals.executedTasks() - totals.failedTasks();
        if (left > 0) {
            surroundings.note(left + " tasks were put and not done: every thread had returned before");
        }
        String mismatch = bag ? mismatch(totals) : null;
        end(mismatch == null ? null : failure(mismatch), false);
    }

    /**
     * The threads' own counts against the books: with nothing lost and nothing taken back they are the same, else some tasks
     * ran again and the threads have more. Null if all is well.
     */
    private @Nullable String mismatch(LoanTotals totals) {
        long ran = engineLoans.executedTasks();
        boolean retaken = totals.loansRetaken() + engineLoans.loansRetaken() > 0;
        if (engineLost || (retaken ? ran >= totals.executedTasks() : ran == totals.executedTasks())) {
            return null;
        }
        return "the task pool counted " + totals.executedTasks() + " tasks, the engines' threads ran " + ran
                + ": the result would be wrong; please report this with the run's log";
    }

    private void lost(Seat seat, String cause, long nowNanos) {
        if (!seat.active()) {
            return;
        }
        seat.advance(Seat.State.LOST);
        String what = seat.name() + " was lost: " + cause;
        if (!bag) {
            end(
                    failure(what + "; its threads are part of the computation, so the run cannot go on without them"),
                    false);
            return;
        }
        engineLost = true;
        leave(seat, nowNanos);
        if (seats.active().isEmpty() && !poolFinished) {
            end(failure(what + "; no engine is left to run the remaining tasks"), false);
            return;
        }
        surroundings.note(what + "; its tasks go to the others");
        seats.tellActive(new EngineCommand.MemberLost(seat.number(), what));
        startWhenReady();
        finishWhenDone();
    }

    private static EngineReport.Failed failure(String what) {
        return new EngineReport.Failed("coordinator", what, "", false);
    }

    private void end(EngineReport.@Nullable Failed failure, boolean interrupted) {
        String why = failure != null
                ? "the run failed: " + failure.headline()
                : interrupted ? "the run was interrupted" : "the run is complete";
        for (Seat seat : seats.all()) {
            if (seat.state() != Seat.State.LOST) {
                seat.tell(new EngineCommand.Cease(why));
            }
        }
        List<RunOutcome.EngineOutcome> engines = seats.all().stream()
                .map(seat -> new RunOutcome.EngineOutcome(seat.engine(), seat.statistics()))
                .toList();
        RunOutcome ended =
                new RunOutcome(failure, interrupted, engines, balancer.totals(), engineLoans, failedTasks.all());
        outcome = ended;
        surroundings.ended(ended);
    }
}
