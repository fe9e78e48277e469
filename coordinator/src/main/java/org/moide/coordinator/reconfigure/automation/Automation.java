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
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.Elasticity;
import org.moide.coordinator.plan.Permission;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.reconfigure.EpochTable;

/**
 * Decides how a run changes its engines by itself. It adds an engine while tasks wait and there is an idle host. It
 * removes an engine if other programs need the engine's host, or if no tasks wait. It replaces an engine whose host has
 * become slow. The orders that it gives are carried out like those of the user's commands. By the same rules it advises
 * changes that the user has not allowed the run to make by itself, with the time that they would save.
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

    /**
     * The least time that a change must save to be advised. A change that saves less is not worth the user's typing.
     */
    static final double LEAST_SAVED_SECONDS = 30;

    /**
     * The time for which an advice stands after its reason was last found. Measurements of short tasks are near a limit
     * for one second and beyond it in the next.
     */
    static final long STANDS_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The least fraction of the remaining time that a change must save to be advised. */
    static final double LEAST_SAVED_PART = 0.1;

    private final Elasticity rules;
    private final Advised advised;
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
    private long steadyNanos = Long.MAX_VALUE; // for how long no host of an engine has become busy
    private @Nullable Ordered ordered;
    private final Set<String> advisedKinds = new HashSet<>();
    private final Set<Integer> advisedEngines = new HashSet<>();
    private AutomaticStep.@Nullable Advice standing;
    private Set<Integer> standingAmong = Set.of(); // the active engines when the advice was found
    private long standingNanos;

    /**
     * The kinds of changes that the run does not make by itself, and that it advises when they pay.
     *
     * @param replacing whether it advises to move an engine from a slow or busy host
     * @param growing whether it advises to add an engine on an idle host
     * @param assisting whether it advises to give an overloaded engine an assistant
     */
    public record Advised(boolean replacing, boolean growing, boolean assisting) {
        /** The value for a run that advises nothing. */
        public static final Advised NOTHING = new Advised(false, false, false);

        /**
         * Returns the kinds of changes that are advised in a run with these settings. A kind that the run makes by
         * itself, or that the user has refused, is not advised; neither is another engine if the user has chosen the
         * number of engines, or any change if the run has no hosts to go to.
         */
        public static Advised of(Placement placement, Assistance assistance) {
            Elasticity rules = placement.elasticity();
            return placement.daemons().isEmpty()
                    ? NOTHING
                    : new Advised(
                            !rules.isResizing() && rules.replacing() == Permission.OPEN,
                            !rules.isResizing() && placement.engines() == 0,
                            !rules.isResizing() && assistance.attaching() == Permission.OPEN);
        }

        public boolean isNothing() {
            return equals(NOTHING);
        }
    }

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
     * @param rules the changes that the run makes by itself
     * @param advised the changes that it only advises
     * @param ownEngine whether engine 0 is in the coordinator's own process and therefore stays
     * @param local whether all engines are on the coordinator's machine
     */
    public Automation(Elasticity rules, Advised advised, boolean ownEngine, boolean local) {
        this.rules = rules;
        this.advised = advised;
        this.ownEngine = ownEngine;
        this.local = local;
        this.hosts = new HostWatch(rules.idleWorkload());
    }

    /** Updates the places where engines are or could be. Places that did not answer must be left out. */
    public void see(List<HostSight> sights, RunStatus run, long nowNanos) {
        hosts.see(sights, run.engines(), nowNanos);
    }

    /**
     * Returns whether the reports of hosts can lead to a step now. If the run only advises changes, they cannot while it
     * is unknown how long the run will take, or while it is about to end.
     */
    public boolean needsHosts(RunStatus run) {
        return rules.isOn() || secondsKnownLeft(run) >= LEAST_SAVED_SECONDS;
    }

    /** Returns the change that pays now and that the run does not make by itself; null if there is none. */
    public AutomaticStep.@Nullable Advice advice() {
        return standing;
    }

    /** Updates the state of the run. Returns the next step; null if there is none. */
    public @Nullable AutomaticStep tick(RunStatus run, long nowNanos) {
        boolean computing = run.state() == RunStatus.State.COMPUTING;
        achievement.add(run.engines(), nowNanos);
        steadyNanos = steadyNanos(run, nowNanos);
        run.engines().stream().filter(engine -> !engine.isActive()).forEach(engine -> parted(engine, nowNanos));
        long waiting = waiting(run);
        tasks.see(Tasks.SOME_WAIT, computing && run.work().bag() && waiting > 0, nowNanos);
        tasks.see(Tasks.NONE_WAIT, computing && run.work().bag() && waiting == 0, nowNanos);
        for (EngineStatus engine : run.engines()) {
            slow.see(engine.seat(), isSlow(engine, run), nowNanos);
        }
        boolean free = computing && ordered == null && pace.mayChange(nowNanos);
        AutomaticStep change = free ? change(run, nowNanos) : null;
        AutomaticStep.Advice advice = free && change == null ? advise(run, nowNanos) : null;
        stand(advice, run, nowNanos);
        return change == null && advice != null && isNew(advice) ? advice : change;
    }

    private void stand(AutomaticStep.@Nullable Advice advice, RunStatus run, long nowNanos) {
        Set<Integer> among = new HashSet<>();
        run.engines().stream().filter(EngineStatus::isActive).forEach(engine -> among.add(engine.seat()));
        boolean stale = !among.equals(standingAmong)
                || nowNanos - standingNanos >= STANDS_NANOS
                || run.state() != RunStatus.State.COMPUTING;
        if (advice != null || stale) {
            standing = advice;
            standingAmong = among;
            standingNanos = nowNanos;
        }
    }

    /** Returns whether an advice of this kind, or for this engine, has not been given before, and notes that it is now. */
    private boolean isNew(AutomaticStep.Advice advice) {
        int engine = advice.order() instanceof ChangeOrder.Replace replace
                ? replace.engine()
                : advice.order() instanceof ChangeOrder.Assist assist ? assist.engine() : EpochTable.NOBODY;
        String kind = advice.order().kind();
        if (advisedKinds.contains(kind) || advisedEngines.contains(engine)) {
            return false;
        }
        advisedKinds.add(kind);
        advisedEngines.add(engine);
        return true;
    }

    private @Nullable AutomaticStep change(RunStatus run, long nowNanos) {
        for (EngineStatus engine : run.engines()) {
            AutomaticStep relief = mayMove(engine, run) ? relieve(engine, run, nowNanos) : null;
            if (relief != null) {
                return relief;
            }
        }
        AutomaticStep less = shrinkForLackOfWork(run, nowNanos);
        return less == null ? grow(run, nowNanos) : less;
    }

    private boolean mayMove(EngineStatus engine, RunStatus run) {
        return engine.isComputing() && !isOwn(engine) && !engine.isAssisted(run.engines());
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

    /** Returns for how long no host of a computing engine has become busy. */
    private long steadyNanos(RunStatus run, long nowNanos) {
        return run.engines().stream()
                .filter(EngineStatus::isComputing)
                .mapToLong(engine -> hosts.busyNanos(engine.daemon(), nowNanos))
                .filter(busy -> busy > 0)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static long active(RunStatus run) {
        return run.engines().stream().filter(EngineStatus::isActive).count();
    }

    private boolean isSlow(EngineStatus engine, RunStatus run) {
        // In an SPMD run all engines have the speed of the slowest, so only its host can show which it is.
        return run.work().bag() && achievement.ratio(engine, run.engines()) < SLOW;
    }

    // --- an engine that is in trouble -----------------------------------------------------------------------------

    /**
     * The trouble of an engine that does less than it could elsewhere.
     *
     * @param busy whether other programs use its host
     * @param part the fraction of its power that it achieves
     * @param who the engine for the user; empty if {@code what} needs no subject
     * @param what the reason for the user
     */
    private record Trouble(boolean busy, double part, String who, String what) {
        /** Returns the reason in words that follow the name of the engine. */
        String why() {
            return who.isEmpty() ? what : "it " + what;
        }

        /** Returns the reason in words that stand alone. */
        String whole() {
            return who.isEmpty() ? what : who + " " + what;
        }
    }

    private @Nullable Trouble trouble(EngineStatus engine, RunStatus run, long nowNanos) {
        boolean busy = hosts.isBusy(engine.daemon(), pace.hold(BUSY_HOLD_NANOS), nowNanos);
        boolean behind = slow.is(engine.seat(), pace.hold(SLOW_HOLD_NANOS), nowNanos);
        if (behind) {
            double part = achievement.ratio(engine, run.engines());
            String does = String.format(
                    Locale.ROOT, "does %.0f%% of what its power promised, measured by the others", 100 * part);
            return new Trouble(busy, part, "engine-" + engine.seat() + " on " + engine.host(), does);
        }
        if (!busy) {
            return null;
        }
        String used = String.format(
                Locale.ROOT,
                "others have used %.0f%% of %s for %.0f s",
                100 * hosts.othersPart(engine, run.engines()),
                engine.host(),
                hosts.busyNanos(engine.daemon(), nowNanos) / NANOS);
        return new Trouble(true, hosts.part(engine, run.engines()), "", used);
    }

    private @Nullable AutomaticStep relieve(EngineStatus engine, RunStatus run, long nowNanos) {
        Trouble trouble = trouble(engine, run, nowNanos);
        if (trouble == null) {
            return null;
        }
        boolean busy = trouble.busy();
        String why = trouble.why();
        boolean replaces = rules.replacesSlow() && run.work().replaceable();
        HostWatch.Target target = replaces ? target(engine, run, nowNanos) : null;
        if (target != null && pays(engine.power() * trouble.part(), target.power(), run)) {
            return order(
                    replacement(engine, target),
                    "engine-" + engine.seat() + " goes from " + engine.host() + " to " + at(target.sight()),
                    why + andIdle(target),
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

    private static ChangeOrder replacement(EngineStatus engine, HostWatch.Target target) {
        return new ChangeOrder.Replace(engine.seat(), addresses(target.sight()));
    }

    private static String andIdle(HostWatch.Target target) {
        return ", and " + target.sight().host() + " is idle";
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
        double known = secondsKnownLeft(run);
        if (!Double.isNaN(known)) {
            return known;
        }
        if (!run.work().bag()) {
            return run.seconds();
        }
        double rate = achievement.tasksPerSecond(steadyNanos);
        long open = openTasks(run);
        double counted = rate > 0 ? open / rate : open > 0 ? run.seconds() : 0;
        return run.work().growing() ? Math.max(counted, run.seconds()) : counted;
    }

    /**
     * Returns how many seconds the run will still take, by its tasks or by its own progress; not a number if neither
     * tells it. It is never outside of the limits that the progress gives, which the user sees beside it.
     */
    private double secondsKnownLeft(RunStatus run) {
        boolean told = run.progress().soonestNanos() != Progress.UNTOLD;
        double soonest = told ? run.progress().soonestNanos() / NANOS : Double.NaN;
        if (!run.work().bag() || run.work().growing()) {
            return soonest;
        }
        double rate = achievement.tasksPerSecond(steadyNanos);
        double counted = rate > 0 ? openTasks(run) / rate : Double.NaN;
        return told ? Math.max(soonest, Math.min(run.progress().latestNanos() / NANOS, counted)) : counted;
    }

    private static long openTasks(RunStatus run) {
        long executed = run.engines().stream().mapToLong(EngineStatus::tasks).sum();
        return Math.max(0, run.tasksKnown() - Math.max(run.tasksDone(), executed));
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
        HostWatch.Target target = tooFew || isMoreUseful(run, nowNanos) ? another(run, nowNanos) : null;
        if (target == null) {
            return null;
        }
        String reason = tooFew
                ? "there are fewer engines than " + rules.least()
                : run.work().bag() ? tasksWait(run) : "the application can use more";
        return order(
                new ChangeOrder.Expand(addresses(target.sight())),
                "one engine more on " + at(target.sight()),
                target.sight().host() + " is idle, and " + reason,
                new Ordered(ChangePace.Direction.MORE, null, target.sight().daemon(), nowNanos));
    }

    /** Returns whether the run has work for an additional engine for longer than its start takes. */
    private boolean isMoreUseful(RunStatus run, long nowNanos) {
        return secondsLeft(run) > 2 * moveSeconds
                && (!run.work().bag() || tasks.is(Tasks.SOME_WAIT, pace.hold(WORK_HOLD_NANOS), nowNanos));
    }

    private HostWatch.@Nullable Target another(RunStatus run, long nowNanos) {
        return hosts.best(local, 0, EpochTable.NOBODY, run.engines(), pace.hold(IDLE_HOLD_NANOS), nowNanos);
    }

    private static String tasksWait(RunStatus run) {
        return String.format(Locale.ROOT, "%,d tasks wait", waiting(run));
    }

    // --- what is advised ------------------------------------------------------------------------------------------

    private AutomaticStep.@Nullable Advice advise(RunStatus run, long nowNanos) {
        if (advised.isNothing() || Double.isNaN(secondsKnownLeft(run))) {
            return null;
        }
        AutomaticStep.Advice replacement =
                advised.replacing() && run.work().replaceable() ? adviseReplacing(run, nowNanos) : null;
        if (replacement != null) {
            return replacement;
        }
        if (!run.work().bag() || !run.work().resizable()) {
            return null; // more threads may have more to say to each other than they take off the others
        }
        AutomaticStep.Advice assistant = advised.assisting() ? adviseAssisting(run, nowNanos) : null;
        return assistant != null || !advised.growing() ? assistant : adviseGrowing(run, nowNanos);
    }

    private AutomaticStep.@Nullable Advice adviseReplacing(RunStatus run, long nowNanos) {
        AutomaticStep.Advice best = null;
        for (EngineStatus engine : run.engines()) {
            Trouble trouble = mayMove(engine, run) ? trouble(engine, run, nowNanos) : null;
            HostWatch.Target target = trouble == null ? null : target(engine, run, nowNanos);
            if (trouble == null || target == null || !pays(engine.power() * trouble.part(), target.power(), run)) {
                continue;
            }
            AutomaticStep.Advice advice = advice(
                    replacement(engine, target),
                    trouble.whole() + andIdle(target),
                    savedByReplacing(engine, trouble, target, run),
                    secondsKnownLeft(run));
            if (advice != null && (best == null || advice.savedSeconds() > best.savedSeconds())) {
                best = advice;
            }
        }
        return best;
    }

    private AutomaticStep.@Nullable Advice adviseAssisting(RunStatus run, long nowNanos) {
        RunStatus.Overload overload = run.work().overload();
        HostWatch.Target target = overload == null ? null : another(run, nowNanos);
        if (overload == null || target == null) {
            return null;
        }
        double left = secondsKnownLeft(run);
        double late = overload.queuedSeconds() - overload.othersSeconds();
        double saved = late * NANOS > AssistPolicy.LATE_NANOS
                ? Math.min(
                        late, savedByMore(overload.queuedSeconds(), achieved(overload.engine(), run), target.power()))
                : savedByMore(left, achieved(run), target.power());
        return advice(
                new ChangeOrder.Assist(overload.engine(), addresses(target.sight())),
                "engine-" + overload.engine() + " is overloaded, " + overload.why() + andIdle(target),
                saved,
                Math.max(left, overload.queuedSeconds()));
    }

    private AutomaticStep.@Nullable Advice adviseGrowing(RunStatus run, long nowNanos) {
        HostWatch.Target target = isMoreUseful(run, nowNanos) ? another(run, nowNanos) : null;
        double left = secondsKnownLeft(run);
        return target == null
                ? null
                : advice(
                        new ChangeOrder.Expand(addresses(target.sight())),
                        target.sight().host() + " is idle, and " + tasksWait(run),
                        savedByMore(left, achieved(run), target.power()),
                        left);
    }

    private static AutomaticStep.@Nullable Advice advice(ChangeOrder order, String why, double saved, double left) {
        return saved >= LEAST_SAVED_SECONDS && saved >= LEAST_SAVED_PART * left
                ? new AutomaticStep.Advice(order, why, saved, left)
                : null;
    }

    /**
     * Estimates how many seconds sooner the run ends if an engine moves. During the move the engine is expected to do
     * nothing, as in {@link #pays}.
     */
    private double savedByReplacing(EngineStatus engine, Trouble trouble, HostWatch.Target target, RunStatus run) {
        double left = secondsKnownLeft(run);
        double here = engine.power() * trouble.part();
        double there = target.power();
        if (run.work().bag()) {
            double all = achieved(run);
            return left - (all * left + there * moveSeconds) / (all - here + there);
        }
        double pace = here / engine.threads();
        double after = there / engine.threads();
        for (EngineStatus other : run.engines()) {
            if (other.isComputing() && other.seat() != engine.seat()) {
                after = Math.min(after, other.power() * hosts.part(other, run.engines()) / other.threads());
            }
        }
        return left - moveSeconds - left * pace / after;
    }

    /**
     * Estimates how many seconds sooner work is done with an additional engine.
     *
     * @param left how many seconds the work takes without it
     * @param power the power of the engines that do the work now
     * @param additional the power of the additional engine
     */
    private double savedByMore(double left, double power, double additional) {
        return Math.max(0, left - moveSeconds) * additional / (power + additional);
    }

    /** Returns the power of all engines, less what other programs take of it. */
    private double achieved(RunStatus run) {
        return run.engines().stream()
                .filter(EngineStatus::isActive)
                .mapToDouble(engine -> achieved(engine.seat(), run))
                .sum();
    }

    private double achieved(int seat, RunStatus run) {
        return run.engines().stream()
                .filter(engine -> engine.seat() == seat)
                .mapToDouble(engine -> {
                    double measured = isSlow(engine, run) ? achievement.ratio(engine, run.engines()) : 1;
                    return engine.power() * Math.min(measured, hosts.part(engine, run.engines()));
                })
                .sum();
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
