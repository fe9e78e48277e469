package org.moide.coordinator.run;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Balancer;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.journal.Bookkeeping;
import org.moide.coordinator.journal.JournalState;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.reconfigure.RunHistory;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskSettings;

/**
 * What the compute coordinator knows and decides in the run of a bag of tasks, stepped by its control thread: registration,
 * the global pool, who is alive, and when the run is over. It calls nothing that blocks: commands go to outboxes, user code to
 * the results thread.
 */
final class BagCore implements RunCore {
    private final Seats seats;
    private final SeatWatch watch;
    private final GlobalPool pool;
    private final RunHistory history;
    private final BagChanges changes;
    private final Registering registering;
    private final Assisting assisting;
    private final Newcomers newcomers;
    private final StrategySpec strategy;
    private final TaskSettings tasks;
    private final long seed;
    private LoanTotals engineLoans = LoanTotals.NONE;
    private boolean engineLost;
    private final RunSurroundings surroundings;
    private @Nullable Map<String, Long> sharedBytes;
    private int recordedTasks;
    private boolean started;
    private boolean resultsHandled;
    private @Nullable RunOutcome outcome;

    /**
     * Makes the core.
     *
     * @param seats by their numbers, from 0
     * @param balancer the root of the balancing
     * @param strategy what engines balance by
     * @param tasks how engines treat tasks
     * @param seed the strategies' chance
     * @param ownEngine whether seat 0 is in this process
     */
    BagCore(
            Tuning collectives,
            List<Seat> seats,
            Balancer balancer,
            StrategySpec strategy,
            TaskSettings tasks,
            long seed,
            boolean ownEngine,
            RunSurroundings surroundings,
            long nowNanos) {
        this.seats = new Seats(seats);
        this.watch = new SeatWatch(new Verdicts(), surroundings.stalls(nowNanos), nowNanos);
        this.strategy = strategy;
        this.tasks = tasks;
        this.seed = seed;
        this.surroundings = surroundings;
        this.history = new RunHistory(nowNanos);
        this.registering = new Registering(this.seats, collectives, history);
        this.changes = new BagChanges(this.seats, new Changing(), history, ownEngine);
        this.pool = new GlobalPool(balancer, this.seats, this.seats.members(), new Pooling(), nowNanos);
        this.assisting = new Assisting(this.seats, pool, changes, surroundings::note);
        this.newcomers = new Newcomers(this.seats, nowNanos);
    }

    /** Before {@link #register}: a bag's books are kept, and go on from there. */
    void keepBooks(Bookkeeping books, JournalState from) {
        pool.keepBooks(books, from);
    }

    /** Before {@link #register}: overloaded engines are given assistants. */
    void assistBy(Assistance assistance) {
        assisting.by(assistance);
    }

    @Override
    public void recordTasks(int ofEachThread) {
        recordedTasks = ofEachThread;
    }

    @Override
    public void register(long nowNanos) {
        registering.all(nowNanos);
    }

    @Override
    public void step(RunEvent event, long nowNanos) {
        if (outcome != null) {
            return;
        }
        if (event instanceof RunEvent.Reported reported) {
            seats.at(reported.engine(), seat -> {
                seat.heard(reported.report(), nowNanos);
                reported(seat, reported.report(), nowNanos);
            });
        } else if (event instanceof RunEvent.LifelineOpened opened) {
            seats.at(opened.engine(), Seat::lifelineOpened);
        } else if (event instanceof RunEvent.LifelineClosed closed) {
            seats.at(closed.engine(), seat -> seat.lifelineClosed(nowNanos));
        } else if (event instanceof RunEvent.EngineEnded ended) {
            seats.at(ended.engine(), seat -> lost(seat, ended.cause(), nowNanos));
        } else if (event instanceof RunEvent.EngineMade made) {
            made(made.seat(), nowNanos);
        } else if (event instanceof RunEvent.EngineNotMade notMade) {
            changes.notMade(notMade.seat(), notMade.why());
        } else if (event instanceof RunEvent.ChangeWanted wanted) {
            change(wanted, nowNanos);
        } else if (event instanceof RunEvent.StatusWanted wanted) {
            wanted.answer().accept(status(nowNanos));
        } else if (event instanceof RunEvent.JournalSynced journal) {
            pool.synced(journal.upTo());
        } else if (event instanceof RunEvent.TasksCreated created) {
            sharedBytes = created.sharedBytes();
            pool.created(created.tasks(), created.shared(), nowNanos);
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
    int recruit(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, Recruitment.Reach reach) {
        int seat = seats.next();
        surroundings.recruit(new Recruitment(seat, hosts, threads, seats.activeNumbers(), awayFrom, reach));
        return seat;
    }

    private void made(Seat seat, long nowNanos) {
        seats.add(seat);
        if (pool.isFinished()) {
            tooLate(seat);
        } else {
            changes.made(seat, nowNanos);
        }
    }

    private void tooLate(Seat seat) {
        seat.tell(new EngineCommand.Cease("all tasks are done"));
        seat.advance(Seat.State.LOST);
        changes.lost(seat, "all tasks were done before " + seat.name() + " was ready");
    }

    private void change(RunEvent.ChangeWanted wanted, long nowNanos) {
        if (!started) {
            wanted.answer().accept(ChangeAnswer.refused("its engines are not all there yet: try again in a moment"));
        } else if (pool.isFinished()) {
            wanted.answer().accept(ChangeAnswer.refused("all tasks are done: the run is about to end"));
        } else {
            changes.order(wanted, nowNanos);
        }
    }

    private RunStatus status(long nowNanos) {
        String state = pool.isFinished() ? "handling results" : started ? RunStatus.COMPUTING : RunStatus.STARTING;
        return history.status(state, pool.totals().executedTasks(), pool.known(), seats.statuses(), nowNanos)
                .with(pool.work())
                .waiting(history.waits(seats.lookedThreads(), nowNanos));
    }

    @Override
    public long tick(long nowNanos) {
        if (outcome != null) {
            return Long.MAX_VALUE;
        }
        watch.tick(seats, pool.isFinished(), nowNanos);
        if (outcome == null && started) {
            pool.tick(nowNanos);
        }
        return started ? pool.nextTickNanos() : Long.MAX_VALUE;
    }

    private final class Verdicts implements SeatWatch.Verdicts {
        @Override
        public void lost(Seat seat, String cause, long nowNanos) {
            BagCore.this.lost(seat, cause, nowNanos);
        }

        @Override
        public void silent(Seat seat, long nowNanos) {
            if (started) {
                seat.loansTaken(nowNanos);
                pool.silent(seat, nowNanos);
            }
        }
    }

    private void reported(Seat seat, EngineReport report, long nowNanos) {
        if (report instanceof EngineReport.Said said) {
            surroundings.said(seat.number(), said.utterance());
        } else if (!seat.active()) {
            return; // an engine that was declared lost may still have things to say
        } else if (report instanceof EngineReport.Registered) {
            registered(seat, nowNanos);
        } else if (report instanceof EngineReport.Beat beat) {
            seat.beat(beat, nowNanos);
            assisting.heard(seat, beat, nowNanos);
        } else if (report instanceof EngineReport.Loan loan) {
            pool.receive(loan.letter(), nowNanos);
        } else if (report instanceof EngineReport.Recorded recorded) {
            surroundings.recorded(seat.number(), recorded);
        } else if (report instanceof EngineReport.Finished finished) {
            finished(seat, finished, nowNanos);
        } else if (report instanceof EngineReport.Released released) {
            end(released.failure(), false);
        } else if (report instanceof EngineReport.Failed failed) {
            end(failed, false);
        }
    }

    private void registered(Seat seat, long nowNanos) {
        if (seat.state() != Seat.State.ASSEMBLED) {
            return; // in a later epoch: it goes on meanwhile
        }
        seat.advance(Seat.State.REGISTERED);
        if (registering.isWidened()) {
            changes.registered(seat, nowNanos);
        }
        startWhenReady();
    }

    private void finished(Seat seat, EngineReport.Finished finished, long nowNanos) {
        seat.finished(finished);
        engineLoans = engineLoans.plus(finished.loans());
        leave(seat, nowNanos);
        if (changes.isGoing(seat)) {
            changes.left(seat, nowNanos);
            seat.tell(new EngineCommand.Cease("it has left the run"));
        }
        finishWhenDone();
    }

    private void startWhenReady() {
        if (!started && !seats.any(Seat.State.ASSEMBLED) && sharedBytes != null) {
            started = true;
            seats.active().forEach(this::start);
        }
    }

    private void start(Seat seat) {
        Map<String, Long> shared = Objects.requireNonNull(sharedBytes, "shared before started");
        EngineCommand.Members all = pool.news(seat);
        seat.tell(new EngineCommand.Start(
                shared, true, strategy, tasks, seed, all.members(), all.nodes(), recordedTasks));
    }

    /** It takes no more part in the balancing; while there is something to balance, the others are told. */
    private void leave(Seat seat, long nowNanos) {
        pool.gone(seat, nowNanos);
        if (started && !pool.isFinished()) {
            assisting.gone(seat);
        }
        newcomers.gone(seat, !pool.isFinished(), nowNanos);
    }

    /** What becomes of the engines of a bag. */
    private final class Changing implements BagChanges.Acts {
        @Override
        public int recruit(List<DaemonAddress> hosts, Set<Integer> awayFrom, Recruitment.Reach reach) {
            return BagCore.this.recruit(hosts, 0, awayFrom, reach);
        }

        @Override
        public void register(Seat seat, long nowNanos) {
            registering.newcomer(seat, nowNanos);
        }

        @Override
        public void join(Seat seat, int principal, long nowNanos) {
            pool.join(seat, principal, nowNanos);
            newcomers.joined(seat, nowNanos);
            if (started) {
                start(seat);
                pool.tellNews();
            }
        }

        @Override
        public void dismiss(Seat seat, @Nullable Seat successor, long nowNanos) {
            seat.advance(Seat.State.LEAVING);
            assisting.succeeded(seat, successor, nowNanos);
            pool.dismiss(seat, nowNanos);
            assisting.gone(seat);
        }

        @Override
        public void note(String line) {
            surroundings.note(line);
        }
    }

    /** What becomes of the tasks. */
    private final class Pooling implements GlobalPool.Acts {
        @Override
        public void progress(long done, long known) {
            surroundings.progress(done, known);
        }

        @Override
        public void result(byte[] encoded) {
            surroundings.result(encoded);
        }

        @Override
        public void resultsComplete() {
            seats.active().stream()
                    .filter(seat -> seat.state() == Seat.State.ASSEMBLED)
                    .forEach(BagCore.this::tooLate);
            surroundings.resultsComplete();
        }

        @Override
        public void note(String line) {
            surroundings.note(line);
        }

        @Override
        public void failed(EngineReport.Failed failed) {
            end(failed, false);
        }
    }

    private void finishWhenDone() {
        if (outcome != null || !seats.active().isEmpty() || !resultsHandled) {
            return;
        }
        String mismatch = pool.mismatch(engineLoans, engineLost);
        end(mismatch == null ? null : failure(mismatch), false);
    }

    private void lost(Seat seat, String cause, long nowNanos) {
        if (!seat.active()) {
            return;
        }
        seat.advance(Seat.State.LOST);
        String what = seat.name() + " was lost: " + cause;
        engineLost = true;
        changes.lost(seat, what);
        leave(seat, nowNanos);
        if (seats.active().isEmpty() && !pool.isFinished()) {
            end(failure(what + "; no engine is left to run the remaining tasks"), false);
            return;
        }
        surroundings.note(what + (pool.isFinished() ? "; the result is whole" : "; its tasks go to the others"));
        seats.tellActive(new EngineCommand.MemberLost(seats.engineNumber(seat), what));
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
        changes.over(why);
        boolean resumable = interrupted || (seats.active().isEmpty() && !pool.isFinished());
        RunOutcome ended = new RunOutcome(
                failure,
                interrupted,
                newcomers.outcomes(),
                pool.totals(),
                engineLoans,
                pool.failedTasks(),
                history.changes(),
                resumable);
        outcome = ended;
        surroundings.ended(ended);
    }
}
