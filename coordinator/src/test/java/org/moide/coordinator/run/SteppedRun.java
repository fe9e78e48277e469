package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.TaskShelf;
import org.moide.balance.strategy.Location;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.coordinator.reconfigure.CheckpointDisk;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.core.RunCore;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunAct;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.run.state.RunSettings;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Timing;
import org.moide.engine.control.WorkerSettings;

/**
 * A run's core that a test steps: the test gives it the events and sets its clock, and looks at the acts that it has
 * returned.
 */
public final class SteppedRun {
    private static final long QUESTION = 7;

    final Map<Integer, List<EngineCommand>> told = new HashMap<>();
    public final List<String> notes = new ArrayList<>();
    public final List<RunOutcome> outcomes = new ArrayList<>();
    public final List<Recruitment> recruitments = new ArrayList<>();
    public final List<ChangeAnswer> answers = new ArrayList<>();
    private final List<RunStatus> statuses = new ArrayList<>();
    private final RunCore core;
    public int wantedMore;
    public long now = TimeUnit.HOURS.toNanos(1);

    private SteppedRun(RunSettings.Kind kind, Timing timing, boolean ownEngine, int engines) {
        List<AssembledEngine> assembled = new ArrayList<>();
        for (int engine = 0; engine < engines; engine++) {
            assembled.add(engine(engine));
        }
        RunSettings settings = new RunSettings(
                kind,
                Tuning.DEFAULT,
                ownEngine,
                StrategySpec.of(Strategies.DEFAULT),
                TaskSettings.DEFAULT,
                7,
                0,
                timing,
                TimeUnit.SECONDS.toNanos(60));
        core = new RunCore(settings, assembled, null, TaskShelf.inMemory(), now);
    }

    public static SteppedRun bag(int engines, boolean ownEngine, Assistance assistance) {
        return bag(engines, ownEngine, assistance, Timing.USUAL);
    }

    public static SteppedRun bag(int engines, boolean ownEngine, Assistance assistance, Timing timing) {
        return new SteppedRun(new RunSettings.Bag(assistance, Long.MAX_VALUE, null), timing, ownEngine, engines);
    }

    /** Returns a run with one task and two registered engines, of which one is the coordinator's own. */
    public static SteppedRun bagUnderWay(Assistance assistance) {
        SteppedRun run = bag(2, true, assistance);
        run.begin();
        for (int engine = 0; engine < 2; engine++) {
            run.report(engine, new EngineReport.Registered(1));
        }
        run.step(new RunCoreEvent.TasksCreated(
                RunCoreEvent.TasksCreated.Then.END,
                List.of(),
                List.of(new byte[] {1}),
                new long[0],
                new long[0],
                Map.of()));
        return run;
    }

    public static SteppedRun spmd(int engines) {
        return new SteppedRun(new RunSettings.Spmd(CheckpointDisk.NONE, 1, null), Timing.USUAL, false, engines);
    }

    public static SteppedRun workers(int engines, WorkerSettings workers) {
        RunSettings.Kind kind = new RunSettings.Spmd(CheckpointDisk.NONE, 1, workers);
        return new SteppedRun(kind, Timing.USUAL, false, engines);
    }

    static AssembledEngine engine(int number) {
        NodeReference node = new NodeReference("n" + number, List.of(), 0);
        return new AssembledEngine(
                number, "host-" + number, "daemon-" + number + ":7100", 1, 1, 1, 1, node, Location.UNKNOWN, 0, null);
    }

    /** Returns an engine with this number and this many threads, which was not started by a daemon. */
    public static AssembledEngine engine(int number, int threads, NodeReference node) {
        return new AssembledEngine(
                number, "test-host", "", threads, threads, threads, 1, node, Location.UNKNOWN, 0, null);
    }

    public void step(RunCoreEvent event) {
        take(core.step(event, now));
    }

    public void tick() {
        take(core.tick(now));
    }

    public void pass(long seconds) {
        for (long second = 0; second < seconds; second++) {
            now += TimeUnit.SECONDS.toNanos(1);
            tick();
        }
    }

    public void begin() {
        step(new RunCoreEvent.Began());
    }

    public void report(int engine, EngineReport report) {
        step(new RunCoreEvent.Reported(engine, report));
    }

    public void made(int number) {
        step(new RunCoreEvent.EngineMade(engine(number)));
    }

    public void order(ChangeOrder order) {
        step(new RunCoreEvent.ChangeWanted(QUESTION, order, ChangeReason.of("for a test")));
    }

    public RunStatus status() {
        step(new RunCoreEvent.StatusWanted(QUESTION));
        return statuses.get(statuses.size() - 1);
    }

    public List<EngineCommand> told(int engine) {
        return told.computeIfAbsent(engine, none -> new ArrayList<>());
    }

    /** Returns the last command of this class that was sent to an engine. */
    public <C extends EngineCommand> C last(int engine, Class<C> type) {
        List<C> found =
                told(engine).stream().filter(type::isInstance).map(type::cast).toList();
        assertThat(found)
                .as("%s told to engine-%s", type.getSimpleName(), engine)
                .isNotEmpty();
        return found.get(found.size() - 1);
    }

    public void finish(int engine) {
        report(engine, new EngineReport.Finished(EngineStatistics.silent(List.of()), LoanTotals.NONE));
    }

    /** Returns the message of the only answer that there is, which must be a refusal. Removes the answer. */
    public String refusal() {
        assertThat(answers).hasSize(1);
        assertThat(answers.get(0).done()).isFalse();
        return String.join("\n", answers.remove(0).lines());
    }

    private void take(List<RunAct> acts) {
        for (RunAct act : acts) {
            if (act instanceof RunAct.Tell tell) {
                told(tell.seat()).add(tell.command());
            } else if (act instanceof RunAct.Note note) {
                notes.add(note.line());
            } else if (act instanceof RunAct.Recruit recruit) {
                recruitments.add(recruit.wanted());
            } else if (act instanceof RunAct.Answered answered) {
                answers.add(answered.answer());
            } else if (act instanceof RunAct.Status status) {
                statuses.add(status.status());
            } else if (act instanceof RunAct.Ended ended) {
                outcomes.add(ended.outcome());
            } else if (act instanceof RunAct.MoreTasksWanted) {
                wantedMore++;
            }
        }
        if (acts.stream().anyMatch(RunAct.LookForRestore.class::isInstance)) {
            step(new RunCoreEvent.RestoreCallsFound(false));
        }
    }
}
