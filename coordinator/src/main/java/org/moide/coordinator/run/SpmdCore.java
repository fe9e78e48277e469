package org.moide.coordinator.run;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.Balancer;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.commit.Commit;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.reconfigure.CheckpointDisk;
import org.moide.coordinator.reconfigure.EpochSettings;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.reconfigure.RunHistory;
import org.moide.coordinator.report.Plural;
import org.moide.coordinator.report.RunReport;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Utterance;

/** The core of an SPMD run: its engines through the epochs, the pool of each, and the end. */
final class SpmdCore implements RunCore {
    private final Seats seats;
    private final SeatWatch watch;
    private final RunHistory history;
    private final SpmdRun run;
    private final Supplier<Balancer> balancers;
    private final StrategySpec strategy;
    private final TaskSettings tasks;
    private final long seed;
    private final Map<String, Long> sharedBytes;
    private final CheckpointDisk disk;
    private final RunSurroundings surroundings;
    private LoanTotals engineLoans = LoanTotals.NONE;
    private @Nullable GlobalPool pool;
    private int recordedTasks;
    private boolean byApplication;
    private final SameFailures thrown = new SameFailures();
    private boolean hopeless;
    private @Nullable RunOutcome outcome;

    /**
     * Makes the core.
     *
     * @param seats by their numbers, from 0
     * @param balancers makes the root of the balancing, for each epoch anew
     * @param strategy what engines balance by
     * @param tasks how engines treat tasks
     * @param seed the strategies' chance
     * @param sharedBytes names and sizes of what is shared
     */
    SpmdCore(
            EpochSettings settings,
            List<Seat> seats,
            Supplier<Balancer> balancers,
            StrategySpec strategy,
            TaskSettings tasks,
            long seed,
            Map<String, Long> sharedBytes,
            RunSurroundings surroundings,
            long nowNanos) {
        this.seats = new Seats(seats);
        this.watch = new SeatWatch(new Verdicts(), surroundings.stalls(nowNanos), nowNanos);
        this.history = new RunHistory(nowNanos);
        this.run = new SpmdRun(this.seats, settings, history, new InEpochs());
        this.disk = settings.disk();
        this.balancers = balancers;
        this.strategy = strategy;
        this.tasks = tasks;
        this.seed = seed;
        this.sharedBytes = Map.copyOf(sharedBytes);
        this.surroundings = surroundings;
    }

    @Override
    public void recordTasks(int ofEachThread) {
        recordedTasks = ofEachThread;
    }

    @Override
    public void register(long nowNanos) {
        Commit from = disk.from();
        if (from != null) {
            from.results().forEach((name, value) -> surroundings.said(0, new Utterance.Result(name, value)));
        }
        run.begin(nowNanos);
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
            seats.add(made.seat());
            run.made(made.seat(), nowNanos);
        } else if (event instanceof RunEvent.EngineNotMade none) {
            run.notMade(none.seat(), none.why(), nowNanos);
        } else if (event instanceof RunEvent.ChangeWanted wanted) {
            run.change(wanted, nowNanos);
        } else if (event instanceof RunEvent.StatusWanted wanted) {
            wanted.answer().accept(status(nowNanos));
        } else if (event instanceof RunEvent.CommitWritten written) {
            run.writtenDown(written);
        } else if (event instanceof RunEvent.ApplicationFailed failed) {
            byApplication = true;
            end(failed.failure(), false);
        } else if (event instanceof RunEvent.Interrupted) {
            end(null, true);
        }
    }

    @Override
    public long tick(long nowNanos) {
        if (outcome != null) {
            return Long.MAX_VALUE;
        }
        endIfThrown(nowNanos);
        if (outcome != null) {
            return Long.MAX_VALUE;
        }
        watch.tick(seats, false, nowNanos);
        run.tick(nowNanos);
        GlobalPool now = pool;
        if (outcome != null || now == null) {
            return outcome == null ? thrown.dueNanos() : Long.MAX_VALUE;
        }
        now.tick(nowNanos);
        return Math.min(now.nextTickNanos(), thrown.dueNanos());
    }

    private void endIfThrown(long nowNanos) {
        int threads = seats.all().stream()
                .filter(Seat::active)
                .mapToInt(seat -> seat.engine().threads())
                .sum();
        EngineReport.Failed failed = thrown.due(threads, nowNanos);
        if (failed != null) {
            end(failed, false);
        }
    }

    private final class Verdicts implements SeatWatch.Verdicts {
        @Override
        public void lost(Seat seat, String cause, long nowNanos) {
            SpmdCore.this.lost(seat, cause, nowNanos);
        }

        @Override
        public void silent(Seat seat, long nowNanos) {
            // What a thread did with a task cannot be taken back: silence costs it nothing.
        }
    }

    private void lost(Seat seat, String cause, long nowNanos) {
        if (outcome == null && seat.active()) {
            seat.advance(Seat.State.LOST);
            run.lost(seat, seat.name() + " was lost: " + cause, nowNanos);
        }
    }

    private void reported(Seat seat, EngineReport report, long nowNanos) {
        if (report instanceof EngineReport.Said said) {
            if (run.isNew(said)) {
                surroundings.said(seat.number(), said.utterance());
            }
        } else if (!seat.active()) {
            return; // an engine that was declared lost may still have things to say
        } else if (report instanceof EngineReport.Loan loan) {
            GlobalPool now = pool;
            if (now != null) {
                now.receive(loan.letter(), nowNanos);
            }
        } else if (report instanceof EngineReport.Beat beat) {
            seat.beat(beat, nowNanos);
        } else if (report instanceof EngineReport.Looked) {
            EngineReport.Failed deadlock = run.deadlock(nowNanos);
            if (deadlock != null) {
                hopeless = true;
                end(deadlock, false);
            }
        } else if (report instanceof EngineReport.Recorded recorded) {
            surroundings.recorded(seat.number(), recorded);
        } else if (report instanceof EngineReport.Failed failed) {
            thrown.add(failed, nowNanos);
            endIfThrown(nowNanos);
        } else if (run.reported(seat, report, nowNanos)) {
            if (report instanceof EngineReport.Finished finished) {
                engineLoans = engineLoans.plus(finished.loans());
                leavePool(seat, nowNanos);
            }
        }
    }

    /** It takes no more part in the balancing. */
    private void leavePool(Seat seat, long nowNanos) {
        GlobalPool now = pool;
        if (now == null || outcome != null) {
            return;
        }
        now.gone(seat, nowNanos);
        if (!run.isDone()) {
            now.tellNews();
            return;
        }
        long left = now.known() - now.totals().executedTasks() - now.totals().failedTasks();
        if (left > 0) {
            surroundings.note(Plural.of(left, "task") + " put and not done: every thread had returned before");
        }
        end(null, false);
    }

    private RunStatus status(long nowNanos) {
        LoanTotals totals = totals();
        return history.status(
                        pool == null ? RunStatus.STARTING : RunStatus.COMPUTING,
                        totals.executedTasks(),
                        totals.putTasks() + totals.createdTasks(),
                        seats.statuses(),
                        nowNanos)
                .with(run.work())
                .waiting(history.waits(seats.lookedThreads(), nowNanos));
    }

    private LoanTotals totals() {
        return pool == null ? LoanTotals.NONE : pool.totals();
    }

    /** What becomes of the epochs. */
    private final class InEpochs implements SpmdRun.Acts {
        @Override
        public int recruit(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, Recruitment.Reach reach) {
            int seat = seats.next();
            surroundings.recruit(new Recruitment(seat, hosts, threads, seats.activeNumbers(), awayFrom, reach));
            return seat;
        }

        @Override
        public void start(Membership members, Map<Integer, NodeReference> nodes, long nowNanos) {
            pool = new GlobalPool(balancers.get(), seats, members, new Pooling(), nowNanos);
            EngineCommand start =
                    new EngineCommand.Start(sharedBytes, false, strategy, tasks, seed, members, nodes, recordedTasks);
            nodes.keySet().forEach(number -> seats.at(number, seat -> seat.tell(start)));
        }

        @Override
        public void note(String line) {
            surroundings.note(line);
        }

        @Override
        public void fail(EngineReport.Failed failed) {
            end(failed, false);
        }

        @Override
        public void nobody(String why) {
            surroundings.nobody(why);
            end(new EngineReport.Failed("coordinator", why, "", false), false);
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

    private void end(EngineReport.@Nullable Failed failure, boolean interrupted) {
        if (outcome != null) {
            return;
        }
        String why = failure != null
                ? "the run failed: " + failure.headline()
                : interrupted ? "the run was interrupted" : "the run is complete";
        for (Seat seat : seats.all()) {
            if (seat.state() != Seat.State.LOST) {
                seat.tell(new EngineCommand.Cease(why));
            }
        }
        run.over(why);
        List<RunOutcome.EngineOutcome> engines = seats.all().stream()
                .map(seat -> new RunOutcome.EngineOutcome(seat.engine(), seat.statistics(), seat.principal(), null))
                .toList();
        List<RunReport.FailedTask> failedTasks = pool == null ? List.of() : pool.failedTasks();
        // What the application threw it would throw again, and wait in vain, or call System.exit, again.
        boolean unlucky = failure != null
                && !hopeless
                && !byApplication
                && failure.trace().isEmpty()
                && !failure.usage();
        boolean resumable = (interrupted || unlucky) && run.isOnDisk();
        RunOutcome ended = new RunOutcome(
                failure, interrupted, engines, totals(), engineLoans, failedTasks, history.changes(), resumable);
        outcome = ended;
        surroundings.ended(ended);
    }
}
