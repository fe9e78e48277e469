package org.moide.coordinator.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.registration.Registration;
import org.moide.commlib.waiting.Deadlock;
import org.moide.commlib.waiting.EngineState;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.reconfigure.ChangeAsker;
import org.moide.coordinator.reconfigure.EpochActs;
import org.moide.coordinator.reconfigure.EpochSettings;
import org.moide.coordinator.reconfigure.Place;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.reconfigure.RunHistory;
import org.moide.coordinator.reconfigure.SpmdEpochs;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;

/**
 * The engines of an SPMD application through its epochs: joins the run's seats with what is decided about epochs. A stepped
 * core, part of the run's.
 */
final class SpmdRun {
    private final Seats seats;
    private final RunHistory history;
    private final Acts acts;
    private final SpmdEpochs epochs;
    private final Map<Integer, EngineStatistics> statistics = new HashMap<>();
    private String why;
    private String changeWhy = "";
    private long nowNanos;

    /** What the core does for this. */
    interface Acts {
        /** Has an engine made; its seat's number. */
        int recruit(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, Recruitment.Reach reach);

        /** An epoch's engines are registered: they are told to start, and balance tasks anew. */
        void start(Membership members, Map<Integer, NodeReference> nodes, long nowNanos);

        /** A line for the user. */
        void note(String line);

        void fail(EngineReport.Failed failure);

        /** There is nobody to compute. */
        void nobody(String why);
    }

    /** Nothing has begun yet. */
    SpmdRun(Seats seats, EpochSettings settings, RunHistory history, Acts acts) {
        this.seats = seats;
        this.history = history;
        this.acts = acts;
        this.epochs = new SpmdEpochs(settings, new Deciding());
        this.why = settings.disk().from() == null ? "the run began" : "the run was resumed";
    }

    void begin(long now) {
        nowNanos = now;
        Map<Integer, String> missing = new HashMap<>();
        for (Seat seat : seats.all()) {
            if (!seat.active()) {
                missing.put(seat.number(), seat.engine().failure());
            }
        }
        epochs.begin(seats.all().stream().map(SpmdRun::place).toList(), missing, now);
    }

    private static Place place(Seat seat) {
        AssembledEngine engine = seat.engine();
        return new Place(engine.number(), engine.host(), engine.node(), engine.threads(), engine.power());
    }

    boolean isNew(EngineReport.Said said) {
        return epochs.saved().isNew(said);
    }

    /** Takes what is about epochs; false if it is about something else. */
    boolean reported(Seat seat, EngineReport report, long now) {
        nowNanos = now;
        if (report instanceof EngineReport.Registered && seat.state() == Seat.State.ASSEMBLED) {
            seat.advance(Seat.State.REGISTERED);
        } else if (report instanceof EngineReport.Finished finished) {
            statistics.merge(seat.number(), finished.statistics(), EngineStatistics::plus);
        } else if (report instanceof EngineReport.Left left) {
            statistics.merge(seat.number(), left.statistics(), EngineStatistics::plus);
        }
        boolean taken = epochs.reported(seat.number(), report, now);
        if (epochs.isDone()) {
            seats.active().forEach(this::finish);
        }
        return taken;
    }

    /** It has no part in the run any more. */
    private void finish(Seat seat) {
        if (seat.state() == Seat.State.ASSEMBLED) {
            seat.advance(Seat.State.LOST); // it came and was not needed
        } else {
            seat.finished(statistics.getOrDefault(seat.number(), EngineStatistics.silent(List.of())));
        }
    }

    void lost(Seat seat, String what, long now) {
        nowNanos = now;
        why = what;
        epochs.lost(seat.number(), what, now);
    }

    void made(Seat seat, long now) {
        nowNanos = now;
        epochs.made(place(seat), now);
    }

    void notMade(int seat, String cause, long now) {
        nowNanos = now;
        epochs.notMade(seat, cause);
    }

    boolean isDone() {
        return epochs.isDone();
    }

    /** The run is over: nothing more is changed. */
    void over(String cause) {
        epochs.over(cause);
    }

    void writtenDown(RunEvent.CommitWritten written) {
        epochs.saved().writtenDown(written.checkpoint(), written.problem());
    }

    /** Whether another coordinator could go on with this run. */
    boolean isOnDisk() {
        return epochs.saved().isOnDisk();
    }

    /** Why the run can never end, as far as its engines have told what their threads are in; null if it may. */
    EngineReport.@Nullable Failed deadlock(long now) {
        if (!epochs.isRunning()) {
            return null; // a change of engines goes on by itself
        }
        List<EngineState> states = seats.active().stream()
                .map(Seat::looked)
                .filter(state -> state != null && state.epoch() == epochs.epoch())
                .toList();
        Deadlock found =
                states.isEmpty() ? null : Deadlock.in(states, states.get(0).sent().length);
        return found == null
                ? null
                : new EngineReport.Failed(
                        "coordinator", history.lines(now).deadlock(found, seats.lookedThreads()), "", false);
    }

    void tick(long now) {
        nowNanos = now;
        epochs.tick(now);
    }

    /** What can be changed about the engines now. */
    RunStatus.Work work() {
        return new RunStatus.Work(false, epochs.isReplaceable(), epochs.isResizable(), 0, false);
    }

    /** Begins to do what is wanted; it is answered once, when it is done or cannot be. */
    void change(RunEvent.ChangeWanted wanted, long now) {
        nowNanos = now;
        ChangeOrder order = wanted.order();
        ChangeAsker asker = new ChangeAsker() {
            @Override
            public void done(String what) {
                wanted.answer().accept(new ChangeAnswer(true, List.of(what)));
            }

            @Override
            public void refused(String refusal) {
                wanted.answer().accept(ChangeAnswer.refused(refusal));
            }
        };
        if (epochs.isReplaceable()) { // else it is refused, and that under way keeps its reason
            changeWhy = wanted.why();
        }
        if (order instanceof ChangeOrder.Replace replace) {
            epochs.replace(replace.engine(), replace.hosts(), asker);
        } else if (order instanceof ChangeOrder.Expand expand && expand.hosts().size() <= 1) {
            epochs.expand(expand.hosts(), asker);
        } else if (order instanceof ChangeOrder.Assist assist) {
            asker.refused(
                    "expected a bag of tasks, of which an assistant could take some, found an SPMD application, whose"
                            + " threads each do a part of their own; 'moide replace --engine " + assist.engine()
                            + " --host ...' moves that engine to a better host");
        } else if (order instanceof ChangeOrder.Drain drain) {
            drain(drain, asker);
        } else if (order instanceof ChangeOrder.Leave leave && leave.engines().size() == 1) {
            epochs.replace(leave.engines().get(0), List.of(), asker);
        } else if (order instanceof ChangeOrder.Shrink shrink) {
            epochs.shrink(shrink.engine(), asker, now);
        } else {
            asker.refused("expected one host at a time for an SPMD application, found several");
        }
    }

    private void drain(ChangeOrder.Drain drain, ChangeAsker asker) {
        List<Seat> there =
                seats.active().stream().filter(seat -> seat.isAt(drain.host())).toList();
        if (there.size() == 1) {
            epochs.replace(there.get(0).number(), List.of(), asker);
        } else {
            asker.refused("expected one engine of this run on " + drain.host() + ", found " + there.size()
                    + "; 'moide replace' moves them one by one");
        }
    }

    /** What is decided about epochs. */
    private final class Deciding implements EpochActs {
        @Override
        public void tell(int seat, EngineCommand command) {
            seats.at(seat, one -> one.tell(command));
        }

        @Override
        public int recruit(List<DaemonAddress> hosts, int threads, Set<Integer> awayFrom, Recruitment.Reach reach) {
            return acts.recruit(hosts, threads, awayFrom, reach);
        }

        @Override
        public void begin(Registration registration, Membership members, Map<Integer, NodeReference> nodes) {
            history.epoch(registration.epoch(), registration.engines().size(), why, nowNanos);
            acts.start(members, nodes, nowNanos);
        }

        @Override
        public void note(String line) {
            acts.note(line);
        }

        @Override
        public void changed(String kind, String what, long sinceNanos, long tookNanos) {
            why = what;
            boolean wished = !kind.equals(EpochActs.LOSS);
            history.changed(kind, nowNanos - tookNanos, what, wished ? changeWhy : "it was lost", nowNanos);
        }

        @Override
        public void retire(int seat) {
            seats.at(seat, one -> {
                one.tell(new EngineCommand.Cease("it has no part in the run any more"));
                if (one.active()) {
                    finish(one);
                }
            });
        }

        @Override
        public void fail(EngineReport.Failed failure) {
            acts.fail(failure);
        }

        @Override
        public void nobody(String nobodyWhy) {
            acts.nobody(nobodyWhy);
        }
    }
}
