package org.moide.coordinator.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.reconfigure.CheckpointDisk;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.timing.Timing;

/** A run's core, stepped by hand with a clock that the test moves, and what it wanted done. */
final class SteppedRun {
    private static final long QUESTION = 7;

    final Map<Integer, List<EngineCommand>> told = new HashMap<>();
    final List<String> notes = new ArrayList<>();
    final List<RunOutcome> outcomes = new ArrayList<>();
    final List<Recruitment> recruitments = new ArrayList<>();
    final List<ChangeAnswer> answers = new ArrayList<>();
    private final List<RunStatus> statuses = new ArrayList<>();
    private final RunCore core;
    long now = TimeUnit.HOURS.toNanos(1);

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
        core = new RunCore(settings, assembled, null, now);
    }

    static SteppedRun bag(int engines, boolean ownEngine, Assistance assistance) {
        return bag(engines, ownEngine, assistance, Timing.USUAL);
    }

    static SteppedRun bag(int engines, boolean ownEngine, Assistance assistance, Timing timing) {
        return new SteppedRun(new RunSettings.Bag(assistance, null), timing, ownEngine, engines);
    }

    static SteppedRun spmd(int engines) {
        return new SteppedRun(new RunSettings.Spmd(Map.of(), CheckpointDisk.NONE, 1), Timing.USUAL, false, engines);
    }

    static AssembledEngine engine(int number) {
        NodeReference node = new NodeReference("n" + number, List.of(), 0);
        return new AssembledEngine(number, "host-" + number, "daemon-" + number + ":7100", 1, 1, 1, node, null);
    }

    void step(RunEvent event) {
        take(core.step(event, now));
    }

    void tick() {
        take(core.tick(now));
    }

    void pass(long seconds) {
        for (long second = 0; second < seconds; second++) {
            now += TimeUnit.SECONDS.toNanos(1);
            tick();
        }
    }

    void begin() {
        step(new RunEvent.Began());
    }

    void report(int engine, EngineReport report) {
        step(new RunEvent.Reported(engine, report));
    }

    void made(int number) {
        step(new RunEvent.EngineMade(engine(number)));
    }

    void order(ChangeOrder order) {
        step(new RunEvent.ChangeWanted(QUESTION, order, ChangeReason.of("for a test")));
    }

    RunStatus status() {
        step(new RunEvent.StatusWanted(QUESTION));
        return statuses.get(statuses.size() - 1);
    }

    List<EngineCommand> told(int engine) {
        return told.computeIfAbsent(engine, none -> new ArrayList<>());
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
            }
        }
        if (acts.stream().anyMatch(RunAct.LookForRestore.class::isInstance)) {
            step(new RunEvent.RestoreCallsFound(false));
        }
    }
}
