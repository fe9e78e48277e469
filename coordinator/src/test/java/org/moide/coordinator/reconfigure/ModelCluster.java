package org.moide.coordinator.reconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.Elasticity;
import org.moide.coordinator.progress.Progress;
import org.moide.coordinator.reconfigure.automation.AutomaticStep;
import org.moide.coordinator.reconfigure.automation.Automation;
import org.moide.coordinator.reconfigure.automation.HostSight;
import org.moide.monitor.HostUse;

/**
 * A model of hosts with the load of other users, and of a run that changes its engines by itself. Time passes in steps
 * of a second. An engine does about one task a second for each unit of power.
 */
public final class ModelCluster {
    static final int PROCESSORS = 4;
    private static final double SMOOTHED_SECONDS = 10; // as in hosts' monitors
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final SplittableRandom random;
    private final Elasticity rules;
    private final Automation core;
    private final Map<String, Host> hosts = new LinkedHashMap<>();
    private final Map<Integer, Engine> engines = new TreeMap<>();
    private final long startNanos = TimeUnit.HOURS.toNanos(1);
    private final List<RunStatus.EngineStatus> gone = new ArrayList<>();
    private final List<Integer> assistants = new ArrayList<>();
    private @Nullable Pending pending;
    private double done;
    private double known = Double.POSITIVE_INFINITY;
    private boolean more;
    private boolean growing = true;
    private boolean bag = true;
    long second;
    public final List<Changed> changes = new ArrayList<>();
    public final List<String> notes = new ArrayList<>();
    public final List<AutomaticStep.Advice> advice = new ArrayList<>();
    private boolean follows;
    private boolean smooths;
    private double secondsLeft = Double.NaN;
    private RunStatus.@Nullable Overload overload;

    public static final class Host {
        final String name;
        final double power;
        public double others; // the number of processors that other users would use
        public double speed = 1;
        public boolean taken;
        public boolean answers = true;
        public boolean makesEngines = true;
        private double smoothedOthers;
        private double smoothedOurs;
        private HostUse use = HostUse.UNKNOWN;

        Host(String name, double power) {
            this.name = name;
            this.power = power;
        }

        /**
         * Returns the fraction of its full speed that an engine on this host reaches beside the threads of other users.
         */
        double part() {
            return speed * Math.min(1, PROCESSORS / (others + PROCESSORS));
        }

        /** Lets the host's monitor observe a second. */
        private void observe(boolean hasEngine) {
            double ours = hasEngine ? PROCESSORS * PROCESSORS / (others + PROCESSORS) : 0;
            double used = Math.min(others, PROCESSORS - ours);
            use = new HostUse(use.seconds() + 1, use.others() + used, use.ours() + ours, use.wanted() + others);
            double isNew = 1 - Math.exp(-1 / SMOOTHED_SECONDS);
            smoothedOthers += (others - smoothedOthers) * isNew;
            smoothedOurs += (ours - smoothedOurs) * isNew;
        }
    }

    private static final class Engine {
        final Host host;
        double tasks;
        double waitedSeconds;

        Engine(Host host) {
            this.host = host;
        }
    }

    private record Pending(AutomaticStep.Change change, long dueSecond) {}

    /**
     * A change that was made to the run's engines.
     *
     * @param host the host of the engine, or its new host if the engine has moved
     */
    public record Changed(long second, String kind, String host, String why) {}

    public ModelCluster(long seed, Elasticity rules, boolean ownEngine, String... hostsNamed) {
        this(seed, rules, Automation.Advised.NOTHING, ownEngine, hostsNamed);
    }

    /** Creates a model of a run that also advises changes. */
    public ModelCluster(
            long seed, Elasticity rules, Automation.Advised advised, boolean ownEngine, String... hostsNamed) {
        this.random = new SplittableRandom(seed);
        this.rules = rules;
        this.core = new Automation(rules, advised, ownEngine, false);
        for (String name : hostsNamed) {
            hosts.put(name, new Host(name, 20));
        }
    }

    public Host host(String name) {
        return hosts.computeIfAbsent(name, none -> {
            throw new IllegalArgumentException("no host " + none);
        });
    }

    /** Adds an engine on a host, from the beginning of the run on. */
    public ModelCluster with(String host) {
        engines.put(engines.size(), new Engine(host(host)));
        return this;
    }

    /** Sets the number of tasks. If it is not set, the run never runs out of tasks. */
    public ModelCluster tasks(double count) {
        known = count;
        growing = false;
        return this;
    }

    /** Makes tasks put other tasks, so that it is unknown how many there will be. */
    public ModelCluster puttingOthers() {
        growing = true;
        return this;
    }

    /** Adds an assistant for the engine with this number. */
    public ModelCluster assisting(int seat) {
        assistants.add(seat);
        return this;
    }

    public ModelCluster threads() {
        bag = false;
        return this;
    }

    /** Lets the user do what the run advises. */
    public ModelCluster following() {
        follows = true;
        return this;
    }

    /** Makes hosts smooth the load that they report, as they do in reality. */
    public ModelCluster smoothing() {
        smooths = true;
        return this;
    }

    public boolean isFollowing() {
        return follows;
    }

    /** Sets the remaining time that the application reports; not a number for none. */
    public void left(double seconds) {
        secondsLeft = seconds;
    }

    /** Sets the engine that the rules for assistants have found to be overloaded. */
    public void overloaded(RunStatus.@Nullable Overload engine) {
        overload = engine;
    }

    /** Returns the advice that stands now. */
    public AutomaticStep.@Nullable Advice standing() {
        return core.advice();
    }

    public void addTasks(double count) {
        more = true;
        known += count;
    }

    public List<String> places() {
        return engines.values().stream().map(engine -> engine.host.name).toList();
    }

    private String places(int seat) {
        Engine there = engines.get(seat);
        assertThat(there).as("engine-%s", seat).isNotNull();
        return there == null ? "" : there.host.name;
    }

    /**
     * Ends the engine on a host, although nobody has ordered that.
     *
     * @param state the state that the engine's status then shows
     */
    public void part(String host, RunStatus.EngineStatus.Standing state) {
        List<Integer> there = engines.keySet().stream()
                .filter(seat -> places(seat).equals(host))
                .toList();
        assertThat(there).as("engines on %s", host).hasSize(1);
        there.forEach(seat -> {
            engines.remove(seat);
            gone.add(new RunStatus.EngineStatus(
                    seat, host, PROCESSORS, 1, state, Membership.NO_PRINCIPAL, 0, host + ":7100", 0, 0));
        });
    }

    public boolean isChanging() {
        return pending != null;
    }

    public double done() {
        return done;
    }

    public boolean isDone() {
        return !more && done >= known;
    }

    /** Simulates this number of seconds, or fewer if all tasks are done before. */
    public void play(long seconds) {
        play(seconds, now -> {});
    }

    /** Simulates like {@link #play(long)}, and calls {@code each} before each second. */
    public void play(long seconds, LongConsumer each) {
        for (long end = second + seconds; second < end && !isDone(); second++) {
            each.accept(second);
            compute();
            decide();
        }
    }

    private void compute() {
        for (Engine engine : engines.values()) {
            double can = engine.host.power * engine.host.part() * (0.8 + 0.4 * random.nextDouble());
            double does = Math.min(can, known - done);
            engine.tasks += does;
            done += does;
            engine.waitedSeconds += PROCESSORS * (1 - does / can);
        }
        hosts.values().forEach(host -> host.observe(hasEngine(host)));
    }

    private boolean hasEngine(Host host) {
        return engines.values().stream().anyMatch(engine -> engine.host == host);
    }

    private long now() {
        return startNanos + second * SECOND;
    }

    private void decide() {
        Pending ordered = pending;
        if (ordered != null) { // the automation waits for its outcome
            if (second >= ordered.dueSecond()) {
                pending = null;
                core.over(make(ordered.change()), now());
            }
            return;
        }
        RunStatus run = status();
        if (second % 3 == 0 && core.needsHosts(run)) {
            core.see(sights(), run, now());
        }
        AutomaticStep step = core.tick(run, now());
        if (step instanceof AutomaticStep.Note note) {
            notes.add(note.line());
        } else if (step instanceof AutomaticStep.Advice said) {
            advice.add(said);
            if (follows) {
                pending = new Pending(
                        new AutomaticStep.Change(said.order(), "", said.why()), second + 2 + random.nextInt(4));
            }
        } else if (step instanceof AutomaticStep.Change change) {
            pending = new Pending(change, second + 1 + random.nextInt(4));
        }
    }

    private ChangeAnswer make(AutomaticStep.Change change) {
        String at = "";
        if (change.order() instanceof ChangeOrder.Expand || change.order() instanceof ChangeOrder.Assist) {
            at = come(change.order().hosts());
        } else if (change.order() instanceof ChangeOrder.Replace replace) {
            at = come(replace.hosts());
            if (!at.isEmpty()) {
                part(places(replace.engine()), RunStatus.EngineStatus.Standing.FINISHED);
            }
        } else if (change.order() instanceof ChangeOrder.Shrink shrink) {
            at = places(shrink.engine());
            part(at, RunStatus.EngineStatus.Standing.FINISHED);
        }
        if (at.isEmpty()) {
            return ChangeAnswer.refused("no engine could be made");
        }
        changes.add(new Changed(second, change.order().kind(), at, change.why()));
        if (!follows) {
            assertThat(engines.size()).as("engines after %s", changes).isBetween(1, Math.max(2, rules.most()));
        }
        return new ChangeAnswer(true, List.of());
    }

    private int nextSeat = 100;

    private String come(List<DaemonAddress> addresses) {
        assertThat(addresses).hasSize(1);
        Host host = host(addresses.get(0).host());
        assertThat(engines.values()).as("one engine at a host").noneMatch(engine -> engine.host == host);
        if (host.makesEngines) {
            engines.put(nextSeat++, new Engine(host));
            return host.name;
        }
        return "";
    }

    private List<HostSight> sights() {
        List<HostSight> sights = new ArrayList<>();
        for (Host host : hosts.values()) {
            double ours = smooths ? host.smoothedOurs : hasEngine(host) ? PROCESSORS * host.part() : 0;
            double others = smooths ? host.smoothedOthers : host.others;
            if (host.answers) {
                sights.add(new HostSight(
                        host.name + ":7100",
                        new DaemonAddress(host.name, 7100, 0),
                        host.name,
                        "machine of " + host.name,
                        PROCESSORS,
                        PROCESSORS,
                        host.power,
                        others + ours,
                        ours,
                        0,
                        host.taken ? PROCESSORS : 0,
                        host.use));
            }
        }
        return sights;
    }

    private RunStatus status() {
        List<RunStatus.EngineStatus> seats = new ArrayList<>();
        engines.forEach((seat, engine) -> seats.add(new RunStatus.EngineStatus(
                seat,
                engine.host.name,
                PROCESSORS,
                engine.host.power,
                RunStatus.EngineStatus.Standing.COMPUTING,
                Membership.NO_PRINCIPAL,
                (long) engine.tasks,
                engine.host.name + ":7100",
                0,
                engine.waitedSeconds)));
        seats.addAll(gone);
        assistants.forEach(seat -> seats.add(new RunStatus.EngineStatus(
                1_000 + seat,
                "elsewhere",
                PROCESSORS,
                1,
                RunStatus.EngineStatus.Standing.ASSISTING,
                seat,
                0,
                "",
                0,
                0)));
        long open = (long) Math.min(1_000_000, known - done);
        RunStatus.Work work = bag
                ? RunStatus.Work.ofBag(Math.max(0, open - 4L * PROCESSORS * engines.size()), growing)
                : new RunStatus.Work(false, true, true, 0, false);
        return new RunStatus(
                        RunStatus.State.COMPUTING, second, (long) done, (long) done + open, List.of(), seats, List.of())
                .with(work.overloading(overload))
                .with(
                        Double.isNaN(secondsLeft)
                                ? Progress.NONE
                                : new Progress(1, 2, "steps", 1, (long) (secondsLeft * SECOND), (long)
                                        (secondsLeft * SECOND)));
    }
}
