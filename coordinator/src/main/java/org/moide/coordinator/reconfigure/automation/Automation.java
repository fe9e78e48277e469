package org.moide.coordinator.reconfigure.automation;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.RunStatus.EngineStatus;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.Elasticity;
import org.moide.coordinator.reconfigure.EpochTable;

/**
 * Decides how a run changes its engines by itself. It adds an engine while tasks wait and there is an idle host. It
 * removes an engine if other programs need the engine's host, or if no tasks wait. It replaces an engine whose host has
 * become slow. The orders that it gives are carried out like those of the user's commands.
 *
 * <p>The caller reports the hosts every few seconds and the run every second, and gets one step at a time. Several
 * rules prevent oscillation: a reason for a change must last, there is a gap between an idle and a busy host, a host
 * that an engine left is avoided for a while, and a change that undoes another doubles the waiting times. Not
 * thread-safe.
 */
public final class Automation {
    /** The time for which tasks must wait before an engine is added. */
    static final long WORK_HOLD_NANOS = TimeUnit.SECONDS.toNanos(3);

    /**
     * The time for which a host must be idle before it gets an engine. It is so long that at least two reports say that
     * the host is idle.
     */
    static final long IDLE_HOLD_NANOS = TimeUnit.SECONDS.toNanos(3);

    /**
     * The time for which a host must be busy before its engine leaves. It is longer than the run of a compiler and than
     * the 10 s over which hosts smooth their load.
     */
    static final long BUSY_HOLD_NANOS = TimeUnit.SECONDS.toNanos(12);

    /**
     * The time without waiting tasks after which an engine leaves. It is longer than the usual pauses in which no tasks
     * wait.
     */
    static final long NO_WORK_HOLD_NANOS = TimeUnit.SECONDS.toNanos(15);

    /**
     * The time for which an engine must be slow before it is replaced, in addition to the window over which its speed
     * is measured.
     */
    static final long SLOW_HOLD_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * The limit below which an engine is slow: the ratio of its work to the work that the other engines would do with
     * its power.
     */
    static final double SLOW = 0.6;

    /**
     * The factor by which an engine's power on a new host must exceed that on its old host, to be worth a move. It is
     * above 1 because measurements are not exact.
     */
    static final double GAIN = 1.2;

    /**
     * The fraction of its time that an engine's threads must wait for tasks, so that the engine counts as having none.
     */
    private static final double WORKLESS = 0.9;

    /**
     * The assumed time of moving an engine to another host, until a move has been measured. It includes the start of a
     * JVM.
     */
    private static final double MOVE_SECONDS = 5;

    private static final double LONGEST_MOVE_SECONDS = 60;
    private static final double NANOS = 1e9;

    private final Elasticity rules;
    private final boolean ownEngine;
    private final boolean local;
    private final HostWatch hosts;
    private final Achievement achievement = new Achievement();
    private final ChangePace pace = new ChangePace();
    private final ConditionTimer<Tasks> tasks = new ConditionTimer<>();
    private final ConditionTimer<Integer> slow = new ConditionTimer<>();
    private final Set<Integer> told = new HashSet<>();
    private final Set<Integer> parted = new HashSet<>();
    private double moveSeconds = MOVE_SECONDS;
    private @Nullable Ordered ordered;

    /** The answer to the question whether any tasks wait that have not been given to an engine yet. */
    private enum Tasks {
        SOME_WAIT,
        NONE_WAIT
    }

    /**
     * A change that was ordered and is not finished.
     *
     * @param left the daemon to avoid if the change succeeds, since an engine left it; null for none
     * @param tried the daemon to avoid if the change fails, since an engine could not be started there; null for none
     */
    private record Ordered(
            ChangePace.Direction direction,
            @Nullable String left,
            @Nullable String tried,
            long sinceNanos) {}

    /**
     * Creates the automation for a run that is about to begin.
     *
     * @param ownEngine whether engine 0 is in the coordinator's own process and therefore stays
     * @param local whether all engines are on the coordinator's machine
     */
    public Automation(Elasticity rules, boolean ownEngine, boolean local) {
        this.rules = rules;
        this.ownEngine = ownEngine;
        this.local = local;
        this.hosts = new HostWatch(rules.idleWorkload());
    }

    /** Updates the places where engines are or could be. Places that did not answer must be left out. */
    public void see(List<HostSight> sights, RunStatus run, long nowNanos) {
        hosts.see(sights, run.engines(), nowNanos);
    }

    /** Updates the state of the run. Returns the next step; null if there is none. */
    public @Nullable AutomaticStep tick(RunStatus run, long nowNanos) {
        boolean computing = run.state() == RunStatus.State.COMPUTING;
        achievement.add(run.engines(), nowNanos);
        run.engines().stream().filter(engine -> !engine.isActive()).forEach(engine -> parted(engine, nowNanos));
        long waiting = waiting(run);
        tasks.see(Tasks.SOME_WAIT, computing && run.work().bag() && waiting > 0, nowNanos);
        tasks.see(Tasks.NONE_WAIT, computing && run.work().bag() && waiting == 0, nowNanos);
        for (EngineStatus engine : run.engines()) {
            slow.see(engine.seat(), isSlow(engine, run), nowNanos);
        }
        if (!computing || ordered != null || !pace.mayChange(nowNanos)) {
            return null;
        }
        for (EngineStatus engine : run.engines()) {
            boolean mayMove = engine.isComputing() && !isOwn(engine) && !engine.isAssisted(run.engines());
            AutomaticStep relief = mayMove ? relieve(engine, run, nowNanos) : null;
            if (relief != null) {
                return relief;
            }
        }
        AutomaticStep less = shrinkForLackOfWork(run, nowNanos);
        return less == null ? grow(run, nowNanos) : less;
    }

    /**
     * Notes that an engine is leaving or gone. If this class did not order that, the engine's host gets no new engine:
     * for a while if the engine was lost, and for the rest of the run if a person made the engine leave.
     */
    private void parted(EngineStatus engine, long nowNanos) {
        if (parted.add(engine.seat())) {
            if (engine.standing() == EngineStatus.Standing.LOST) {
                hosts.avoid(engine.daemon(), nowNanos);
            } else {
                hosts.forbid(engine.daemon());
            }
        }
    }

    /** Records the outcome of the ordered change. */
    public void over(ChangeAnswer answer, long nowNanos) {
        Ordered was = ordered;
        if (was == null) {
            return;
        }
        ordered = null;
        pace.changed(was.direction(), answer.done(), nowNanos);
        if (answer.done()) {
            double took = (nowNanos - was.sinceNanos()) / NANOS;
            moveSeconds = Math.max(1, Math.min(LONGEST_MOVE_SECONDS, (moveSeconds + took) / 2));
        }
        String avoided = answer.done() ? was.left() : was.tried();
        if (avoided != null) {
            hosts.avoid(avoided, nowNanos);
        }
    }

    private boolean isOwn(EngineStatus engine) {
        return ownEngine && engine.seat() == 0;
    }

    private static long waiting(RunStatus run) {
        return run.work().waiting()
                + run.engines().stream()
                        .filter(EngineStatus::isActive)
                        .mapToLong(EngineStatus::queued)
                        .sum();
    }

    private static long active(RunStatus run) {
        return run.engines().stream().filter(EngineStatus::isActive).count();
    }

    private boolean isSlow(EngineStatus engine, RunStatus run) {
        // In an SPMD run all engines have the speed of the slowest, so only its host can show which it is.
        return run.work().bag() && achievement.ratio(engine, run.engines()) < SLOW;
    }

    // --- an engine that is in trouble -----------------------------------------------------------------------------

    private @Nullable AutomaticStep relieve(EngineStatus engine, RunStatus run, long nowNanos) {
        boolean busy = hosts.isBusy(engine.daemon(), pace.hold(BUSY_HOLD_NANOS), nowNanos);
        boolean behind = slow.is(engine.seat(), pace.hold(SLOW_HOLD_NANOS), nowNanos);
        if (!busy && !behind) {
            return null;
        }
        double part = behind ? achievement.ratio(engine, run.engines()) : hosts.part(engine, run.engines());
        String why = behind
                ? String.format(
                        Locale.ROOT, "it does %.0f%% of what its power promised, measured by the others", 100 * part)
                : String.format(
                        Locale.ROOT,
                        "%s is busy with others' work (workload %.2f)",
                        engine.host(),
                        hosts.workload(engine.daemon()));
        boolean replaces = rules.replacesSlow() && run.work().replaceable();
        HostWatch.Target target = replaces ? target(engine, run, nowNanos) : null;
        if (target != null && pays(engine.power() * part, target.power(), run)) {
            return order(
                    new ChangeOrder.Replace(engine.seat(), addresses(target.sight())),
                    "engine-" + engine.seat() + " goes from " + engine.host() + " to " + at(target.sight()),
                    why + ", and " + target.sight().host() + " is idle",
                    new Ordered(
                            ChangePace.Direction.AS_MANY,
                            engine.daemon(),
                            target.sight().daemon(),
                            nowNanos));
        }
        if (busy && rules.isResizing() && run.work().resizable() && active(run) > rules.least()) {
            return shrink(engine, why, engine.daemon(), nowNanos);
        }
        boolean wished = replaces || (busy && rules.isResizing());
        return wished && told.add(engine.seat())
                ? new AutomaticStep.Note("engine-" + engine.seat() + " on " + engine.host()
                        + " goes on where it is, though " + why + ": "
                        + (target == null ? "no idle host is left to go to" : "going elsewhere would not pay"))
                : null;
    }

    private HostWatch.@Nullable Target target(EngineStatus engine, RunStatus run, long nowNanos) {
        int threads = run.work().bag() ? 0 : engine.threads();
        return hosts.best(local, threads, engine.seat(), run.engines(), pace.hold(IDLE_HOLD_NANOS), nowNanos);
    }

    /**
     * Returns whether moving an engine pays: the run gets more work done, considering how long the move takes and how
     * long the run will go on.
     *
     * @param powerHere the engine's power on its host
     * @param powerThere its power on the new host
     */
    private boolean pays(double powerHere, double powerThere, RunStatus run) {
        double left = secondsLeft(run);
        return powerThere * (left - moveSeconds) > GAIN * powerHere * left;
    }

    /**
     * Estimates how many seconds the run will still take. If nothing else is known, it is expected to go on for as long
     * as it has gone on so far.
     */
    private double secondsLeft(RunStatus run) {
        if (!run.work().bag()) {
            return run.seconds();
        }
        long executed = run.engines().stream().mapToLong(EngineStatus::tasks).sum();
        long open = Math.max(0, run.tasksKnown() - Math.max(run.tasksDone(), executed));
        double rate = achievement.tasksPerSecond();
        double counted = rate > 0 ? open / rate : open > 0 ? run.seconds() : 0;
        return run.work().growing() ? Math.max(counted, run.seconds()) : counted;
    }

    // --- fewer, and more ------------------------------------------------------------------------------------------

    private @Nullable AutomaticStep shrinkForLackOfWork(RunStatus run, long nowNanos) {
        if (!rules.isResizing()
                || active(run) <= rules.least()
                || !tasks.is(Tasks.NONE_WAIT, pace.hold(NO_WORK_HOLD_NANOS), nowNanos)) {
            return null;
        }
        EngineStatus workless = null; // the engine without tasks that joined last
        for (EngineStatus engine : run.engines()) {
            if (engine.isComputing() && !isOwn(engine) && achievement.waiting(engine) >= WORKLESS) {
                workless = engine;
            }
        }
        return workless == null ? null : shrink(workless, "there is no work for it", null, nowNanos);
    }

    private AutomaticStep shrink(EngineStatus engine, String why, @Nullable String left, long nowNanos) {
        return order(
                new ChangeOrder.Shrink(engine.seat()),
                "engine-" + engine.seat() + " leaves " + engine.host(),
                why,
                new Ordered(ChangePace.Direction.FEWER, left, null, nowNanos));
    }

    private @Nullable AutomaticStep grow(RunStatus run, long nowNanos) {
        long engines = active(run);
        if (!rules.isResizing() || engines >= rules.most() || !run.work().resizable()) {
            return null;
        }
        boolean tooFew = engines < rules.least();
        boolean useful = secondsLeft(run) > 2 * moveSeconds
                && (!run.work().bag() || tasks.is(Tasks.SOME_WAIT, pace.hold(WORK_HOLD_NANOS), nowNanos));
        HostWatch.Target target = tooFew || useful
                ? hosts.best(local, 0, EpochTable.NOBODY, run.engines(), pace.hold(IDLE_HOLD_NANOS), nowNanos)
                : null;
        if (target == null) {
            return null;
        }
        String reason = tooFew
                ? "there are fewer engines than " + rules.least()
                : run.work().bag()
                        ? String.format(Locale.ROOT, "%,d tasks wait", waiting(run))
                        : "the application can use more";
        return order(
                new ChangeOrder.Expand(addresses(target.sight())),
                "one engine more on " + at(target.sight()),
                target.sight().host() + " is idle, and " + reason,
                new Ordered(ChangePace.Direction.MORE, null, target.sight().daemon(), nowNanos));
    }

    private AutomaticStep order(ChangeOrder order, String what, String why, Ordered as) {
        ordered = as;
        if (order instanceof ChangeOrder.Shrink shrink) {
            parted.add(shrink.engine());
        } else if (order instanceof ChangeOrder.Replace replace) {
            parted.add(replace.engine());
        }
        return new AutomaticStep.Change(order, what, why);
    }

    private static List<DaemonAddress> addresses(HostSight sight) {
        DaemonAddress address = sight.address();
        return address == null ? List.of() : List.of(address);
    }

    private static String at(HostSight sight) {
        return sight.address() == null ? sight.host() : sight.host() + " (" + sight.daemon() + ")";
    }
}
